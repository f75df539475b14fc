/** One task: what it waits for, how it ends, and how others see it. */
import { createDeferred, type Deferred } from '../../util/deferred.ts'
import { Fault, type Lasting } from '../request-context.ts'
import type { Answer, Question } from '../input/input-request.ts'

export interface TaskOptions {
  /** Milliseconds that the server keeps it; null: for ever. */
  ttlMs?: number | null
  pollIntervalMs?: number
}

export interface Task {
  id: string
  /** Aborts when the client cancels it. */
  signal: AbortSignal
  /** Without what came of it, as it is announced when it is created. */
  seed(): Record<string, unknown>
  /** With what came of it, as `tasks/get` and `notifications/tasks` show it. */
  view(): Record<string, unknown>
  /** Waits for the client's answers, each on its own. */
  ask(questions: Record<string, Question>): Promise<Record<string, Answer>>
  /** Keys that nobody asked for, or that were answered before, are ignored. */
  answer(responses: Record<string, unknown>): void
  cancel(): void
  /** Runs to its end; what is thrown becomes the error, and a cancelled task stays cancelled. */
  run(work: () => Promise<object>): void
  expired(): boolean
}

export const TTL = 300_000
export const POLL_INTERVAL = 100

export function createTask(id: string, { clock, announce }: Lasting, options: TaskOptions): Task {
  const { ttlMs = TTL, pollIntervalMs = POLL_INTERVAL } = options
  const cancelled = new AbortController()
  const createdAt = clock.now()
  const open = new Map<string, { question: Question; answer: Deferred<Answer> }>()
  let lastUpdatedAt = createdAt
  let end: { status: string; result?: object; error?: object } | undefined
  return { id, signal: cancelled.signal, seed, view, ask, answer, cancel, run, expired }

  function seed(): Record<string, unknown> {
    const status = end?.status ?? (open.size > 0 ? 'input_required' : 'working')
    const times = { createdAt: isoTime(createdAt), lastUpdatedAt: isoTime(lastUpdatedAt) }
    return { taskId: id, status, ...times, ttlMs, pollIntervalMs }
  }

  function view(): Record<string, unknown> {
    if (end) return { ...seed(), ...end }
    const inputRequests = Object.fromEntries([...open].map(([key, { question }]) => [key, question]))
    return { ...seed(), ...(open.size > 0 && { inputRequests }) }
  }

  async function ask(questions: Record<string, Question>): Promise<Record<string, Answer>> {
    const asked = Object.entries(questions).map(([key, question]) => {
      const answer = createDeferred<Answer>()
      open.set(key, { question, answer })
      return answer.promise.then((given) => [key, given] as const)
    })
    changed()
    return Object.fromEntries(await Promise.all(asked))
  }

  function answer(responses: Record<string, unknown>): void {
    for (const [key, response] of Object.entries(responses)) {
      const asked = open.get(key)
      open.delete(key)
      asked?.answer.resolve(response as Answer)
    }
    changed()
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
        const { code, message } = reason instanceof Fault ? reason : new Fault(-32603, String(reason))
        finish({ status: 'failed', error: { code, message } })
      },
    )
  }

  function finish(how: { status: string; result?: object; error?: object }): void {
    if (end) return
    end = how
    open.clear()
    changed()
  }

  function changed(): void {
    lastUpdatedAt = clock.now()
    announce('notifications/tasks', view())
  }

  function expired(): boolean {
    return ttlMs !== null && clock.now() >= createdAt + ttlMs
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
