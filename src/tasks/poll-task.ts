/** Polls a task until it has a result, and answers its input requests meanwhile. */

import { CallScope } from '../core/call-scope.ts'
import { isMcpError, RpcError } from '../core/errors.ts'
import type { ResultContext } from '../core/extension.ts'
import type { CallOptions } from '../core/index.ts'
import { backoff } from '../core/util/backoff.ts'
import { createDeadline } from '../core/util/deadline.ts'
import { delay } from '../core/util/delay.ts'
import type { Params } from '../types/jsonrpc.ts'
import { createInputAnswerer } from './answer-inputs.ts'
import { createTaskResult, requireTaskCapability } from './core-task.ts'
import { checkTask, type Task, TaskError } from './task.ts'

/** Milliseconds between polls: the default, and the limits for the interval that a server sets. */
const INTERVAL = { default: 1_000, min: 100, max: 3_600_000 }

/** Retries of one request: a task is durable, so a connection failure says nothing about it. */
const MAX_RETRIES = 10
/** The longest delay between retries, in milliseconds. */
const MAX_BACKOFF = 30_000
/** The longest Retry-After that is obeyed, in milliseconds. */
const MAX_RETRY_AFTER = 300_000

export interface PolledTask {
  taskId: string
  /** The first state of the task; undefined if another client started it. */
  initial?: Task | undefined
  /** Called for every state of the task. */
  onState(task: Task): void
}

export async function pollTask(
  { taskId, initial, onState }: PolledTask,
  context: ResultContext,
): Promise<Record<string, unknown>> {
  const { environment, options, closing, capabilities } = context
  const { coreTasks } = context.revision
  const controller = new AbortController()
  const deadline = new CallScope(environment, {
    what: 'The task',
    // A task is bounded by its own time to live; the default limit of the client is for requests.
    total: options.maxTotalTimeout ?? Number.POSITIVE_INFINITY,
    signals: [options.signal, closing],
    // The call that started the task was sent.
    isSent: true,
  })
  deadline.onPassed((reason) => controller.abort(reason))
  const answerInputs = createInputAnswerer({
    answer: (requests) => context.answer(requests, controller.signal),
    update: (inputResponses) => callWithRetry('tasks/update', { inputResponses }),
    onFailed: (error) => deadline.abort(error),
  })
  const taskResult = createTaskResult({
    request: () => callOnce('tasks/result'),
    isTemporary: (error) => retryDelay(error, 0) !== undefined,
  })
  let lastStatus = initial?.status
  let wake = () => {}
  // Servers of 2025-11-25 may tell of changes; polling goes on in any case.
  const unsubscribe = context.subscribe((method, params) => {
    const isNews = method === 'notifications/tasks/status' && params.taskId === taskId && params.status !== lastStatus
    if (isNews) wake()
  })
  const startedAt = environment.monotonic()
  try {
    return await deadline.race(Promise.race([poll(), taskResult.settled]))
  } catch (error) {
    const { signal } = options
    if (signal?.aborted && !closing.aborted) void cancelTask()
    // A poll that was refused was not executed; the call that it belongs to has started the task.
    if (isMcpError(error) && error.delivery === 'not-executed') Object.assign(error, { delivery: 'unknown' })
    throw error
  } finally {
    unsubscribe()
    deadline.stop()
    controller.abort()
  }

  async function poll(): Promise<Record<string, unknown>> {
    // Any other status than `working` has details that the first state lacks, so the task is read at once.
    for (let wait = initial?.status === 'working' ? untilNextPoll(initial) : 0; ; ) {
      if (wait > 0) await sleep(wait)
      const task = checkTask(await callWithRetry('tasks/get'), 'tasks/get', coreTasks, taskId)
      const { status } = task
      lastStatus = status
      onState(task)
      if (status === 'cancelled') throw createTaskError('cancelled', 'was cancelled')
      if (coreTasks && /completed|failed/.test(status)) {
        return (await taskResult.finish()) ?? callWithRetry('tasks/result')
      }
      if (status === 'completed') return task.result!
      if (status === 'failed') throw new RpcError('the request behind the task', task.error!)
      if (status === 'input_required' && coreTasks) taskResult.open()
      else if (status === 'input_required') answerInputs(task.inputRequests!)
      wait = untilNextPoll(task)
      if (wait <= 0) throw createTaskError('expired', `did not end within its time to live of ${task.ttlMs} ms`)
    }
  }

  /** The time to live counts from the start of polling, since the clock of the server may differ. */
  function untilNextPoll({ ttlMs, pollIntervalMs }: Task): number {
    const timeLeft = typeof ttlMs === 'number' ? startedAt + ttlMs - environment.monotonic() : Number.POSITIVE_INFINITY
    const interval = typeof pollIntervalMs === 'number' && pollIntervalMs >= 0 ? pollIntervalMs : INTERVAL.default
    return Math.min(Math.max(interval, INTERVAL.min), INTERVAL.max, timeLeft)
  }

  /** Until the next poll, or until the server tells of a change: but never less than the shortest interval. */
  async function sleep(milliseconds: number): Promise<void> {
    let isWoken = false
    wake = () => {
      isWoken = true
    }
    const least = Math.min(milliseconds, INTERVAL.min)
    await delay(environment, least, deadline)
    if (isWoken || least === milliseconds) return
    const sleeping = createDeadline(environment, { what: 'The task' })
    const release = deadline.onPassed((reason) => sleeping.abort(reason))
    wake = () => sleeping.abort(undefined)
    await delay(environment, milliseconds - least, sleeping).catch(() => deadline.check())
    release()
  }

  function callOnce(method: string, params?: Params): Promise<Record<string, unknown>> {
    const { timeout, meta } = options
    const callOptions: CallOptions = { signal: controller.signal, timeout, meta }
    return context.call(method, { taskId, ...params }, callOptions)
  }

  async function callWithRetry(method: string, params?: Params): Promise<Record<string, unknown>> {
    for (let failures = 0; ; failures++) {
      try {
        return await callOnce(method, params)
      } catch (error) {
        const wait = failures < MAX_RETRIES ? retryDelay(error, failures) : undefined
        if (deadline.passed || wait === undefined) throw error
        await delay(environment, wait, deadline)
      }
    }
  }

  /** Milliseconds until the next attempt; undefined if a retry cannot help. */
  function retryDelay(error: unknown, failures: number): number | undefined {
    if (!isMcpError(error)) return undefined
    const { status = 0, retryAfterMs = 0 } = error as { status?: number; retryAfterMs?: number }
    const isTemporary = error.code === 'connection' || error.code === 'timeout' || status >= 500 || status === 429
    const jitter = 0.75 + environment.random() / 2
    const wait = backoff(failures, INTERVAL.default, 2, MAX_BACKOFF) * jitter
    return isTemporary ? Math.max(wait, Math.min(retryAfterMs, MAX_RETRY_AFTER)) : undefined
  }

  function createTaskError(reason: TaskError['reason'], problem: string): TaskError {
    return new TaskError(`The task ${problem}`, { taskId, reason })
  }

  async function cancelTask(): Promise<void> {
    try {
      if (coreTasks) requireTaskCapability(capabilities, 'cancel')
      await context.call('tasks/cancel', { taskId })
    } catch (error) {
      context.warn('The task could not be cancelled', error)
    }
  }
}
