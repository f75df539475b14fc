/** One task: its status, the input that it waits for, its end, and its view for clients. */
import { INTERNAL_ERROR } from '../../jsonrpc/error-codes.ts'
import { ProtocolError } from '../../jsonrpc/protocol-error.ts'
import { createDeferred, type Deferred } from '../../util/deferred.ts'
import type { InputRequest, InputResponse } from '../input/input-request.ts'
import type { TaskContext } from '../request-context.ts'

export interface TaskOptions {
  /** Milliseconds that the server keeps it; null: for ever. */
  ttlMs?: number | null
  pollIntervalMs?: number
}

export interface Task {
  id: string
  /** Aborts when the client cancels it. */
  signal: AbortSignal
  /** Its status without result or error, as the result that creates it has it. */
  summary(): Record<string, unknown>
  /** Its status with result, error or input requests, as `tasks/get` and `notifications/tasks` have it. */
  details(): Record<string, unknown>
  /** Waits until the client has responded to all of them. */
  requestInput(requests: Record<string, InputRequest>): Promise<Record<string, InputResponse>>
  /** Responses to unknown or already answered requests are ignored. */
  receiveResponses(responses: Record<string, unknown>): void
  cancel(): void
  /** Runs the work to its end; an exception becomes the error, and a cancelled task stays cancelled. */
  run(work: () => Promise<object>): void
  isExpired(): boolean
  /** Resolves at the next change of its status. */
  changed(): Promise<void>
}

const DEFAULT_TTL = 300_000
const DEFAULT_POLL_INTERVAL = 100

export function createTask(id: string, { clock, broadcast }: TaskContext, options: TaskOptions): Task {
  const { ttlMs = DEFAULT_TTL, pollIntervalMs = DEFAULT_POLL_INTERVAL } = options
  const cancelled = new AbortController()
  const createdAt = clock.now()
  const pending = new Map<string, { request: InputRequest; response: Deferred<InputResponse> }>()
  let lastUpdatedAt = createdAt
  let change = createDeferred<void>()
  let end: { status: string; result?: object; error?: object } | undefined
  return {
    id,
    signal: cancelled.signal,
    summary,
    details,
    requestInput,
    receiveResponses,
    cancel,
    run,
    isExpired: () => ttlMs !== null && clock.now() >= createdAt + ttlMs,
    changed: () => change.promise,
  }

  function summary(): Record<string, unknown> {
    const status = end?.status ?? (pending.size > 0 ? 'input_required' : 'working')
    const times = { createdAt: isoTime(createdAt), lastUpdatedAt: isoTime(lastUpdatedAt) }
    return { taskId: id, status, ...times, ttlMs, pollIntervalMs }
  }

  function details(): Record<string, unknown> {
    if (end) return { ...summary(), ...end }
    const inputRequests = Object.fromEntries([...pending].map(([key, { request }]) => [key, request]))
    return { ...summary(), ...(pending.size > 0 && { inputRequests }) }
  }

  async function requestInput(requests: Record<string, InputRequest>): Promise<Record<string, InputResponse>> {
    const responses = Object.entries(requests).map(([key, request]) => {
      const response = createDeferred<InputResponse>()
      pending.set(key, { request, response })
      return response.promise.then((value) => [key, value] as const)
    })
    notifyChange()
    return Object.fromEntries(await Promise.all(responses))
  }

  function receiveResponses(responses: Record<string, unknown>): void {
    for (const [key, response] of Object.entries(responses)) {
      const waiting = pending.get(key)
      pending.delete(key)
      waiting?.response.resolve(response as InputResponse)
    }
    notifyChange()
  }

  function cancel(): void {
    if (end) return
    cancelled.abort(new Error('The task was cancelled'))
    finish({ status: 'cancelled' })
  }

  function run(work: () => Promise<object>): void {
    work().then(
      (result) => finish({ status: 'completed', result }),
      (reason: unknown) => {
        const { code, message } =
          reason instanceof ProtocolError ? reason : new ProtocolError(INTERNAL_ERROR, String(reason))
        finish({ status: 'failed', error: { code, message } })
      },
    )
  }

  function finish(outcome: NonNullable<typeof end>): void {
    if (end) return
    end = outcome
    pending.clear()
    notifyChange()
  }

  function notifyChange(): void {
    lastUpdatedAt = clock.now()
    change.resolve()
    change = createDeferred()
    broadcast('notifications/tasks', details())
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
