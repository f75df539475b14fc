/** Follows a task until there is a result. */
import { isMcpError, RpcError } from '../core/errors.ts'
import type { ResultContext } from '../core/extension.ts'
import type { CallOptions } from '../core/options.ts'
import { createDeadline } from '../core/util/deadline.ts'
import { delay } from '../core/util/delay.ts'
import type { Params } from '../types/jsonrpc.ts'
import { createInputs } from './inputs.ts'
import { checkTask, type Task, TaskError } from './task.ts'

/** Milliseconds between polls: what a server that says nothing gets, and the limits of what it may say. */
const INTERVAL = { usual: 1_000, least: 100, most: 3_600_000 }

/** Failures in a row that are taken for a passing trouble: the task itself is durable. */
const PATIENCE = 10

export interface Follow {
  taskId: string
  /** How the task began; absent where it was begun elsewhere. */
  seed?: Task | undefined
  /** Told of every state of the task. */
  tell(task: Task): void
}

export async function follow({ taskId, seed, tell }: Follow, context: ResultContext): Promise<Record<string, unknown>> {
  const { environment, options, closing } = context
  const over = new AbortController()
  const deadline = createDeadline(environment, {
    what: 'The task',
    // Its own time to live bounds a task; the client's limit is for requests.
    total: options.maxTimeout ?? Number.POSITIVE_INFINITY,
    signals: [options.signal, closing],
  })
  deadline.onPassed((reason) => over.abort(reason))
  const takeInputs = createInputs({
    answer: (requests) => context.answer(requests, over.signal),
    update: (inputResponses) => ask('tasks/update', { inputResponses }),
    failed: deadline.abort,
  })
  const seen = environment.now()
  try {
    return await deadline.race(poll())
  } catch (error) {
    const { signal } = options
    if (signal?.aborted && !closing.aborted) void cancel()
    throw error
  } finally {
    deadline.stop()
    over.abort()
  }

  async function poll(): Promise<Record<string, unknown>> {
    // A task that has more to say than that it works is asked for it at once.
    for (let wait = seed?.status === 'working' ? untilNext(seed) : 0; ; ) {
      if (wait > 0) await delay(environment, wait, deadline)
      const task = checkTask(await ask('tasks/get'), 'tasks/get', taskId)
      tell(task)
      if (task.status === 'completed') return task.result!
      if (task.status === 'failed') throw new RpcError('the request behind the task', task.error!)
      if (task.status === 'cancelled') throw ended('cancelled', 'was cancelled')
      if (task.status === 'input_required') takeInputs(task.inputRequests!)
      wait = untilNext(task)
      if (wait <= 0) throw ended('expired', `did not end within its time to live of ${task.ttlMs} ms`)
    }
  }

  /** Counted from when it was first seen here: the server's clock is not ours. */
  function untilNext({ ttlMs, pollIntervalMs }: Task): number {
    const rest = typeof ttlMs === 'number' ? seen + ttlMs - environment.now() : Number.POSITIVE_INFINITY
    const wanted = typeof pollIntervalMs === 'number' && pollIntervalMs >= 0 ? pollIntervalMs : INTERVAL.usual
    return Math.min(Math.max(wanted, INTERVAL.least), INTERVAL.most, rest)
  }

  async function ask(method: string, params?: Params): Promise<Record<string, unknown>> {
    const { timeout, meta } = options
    const given: CallOptions = { signal: over.signal, ...(timeout !== undefined && { timeout }), ...(meta && { meta }) }
    for (let failures = 0; ; failures++) {
      try {
        return await context.call(method, { taskId, ...params }, given)
      } catch (error) {
        const wait = failures < PATIENCE ? patienceFor(error, failures) : undefined
        if (deadline.passed || wait === undefined) throw error
        await delay(environment, wait, deadline)
      }
    }
  }

  /** How long to wait after a failure that may pass; undefined if this one will not. */
  function patienceFor(error: unknown, failures: number): number | undefined {
    if (!isMcpError(error)) return undefined
    const { status = 0, retryAfterMs = 0 } = error as { status?: number; retryAfterMs?: number }
    const passing = error.code === 'connection' || error.code === 'timeout' || status >= 500 || status === 429
    const backoff = Math.min(INTERVAL.usual * 2 ** failures, 30_000) * (0.75 + environment.random() / 2)
    return passing ? Math.max(backoff, retryAfterMs) : undefined
  }

  function ended(reason: TaskError['reason'], how: string): TaskError {
    return new TaskError(`The task ${how}`, { taskId, reason })
  }

  async function cancel(): Promise<void> {
    try {
      await context.call('tasks/cancel', { taskId })
    } catch (error) {
      context.warn('The task could not be cancelled', error)
    }
  }
}
