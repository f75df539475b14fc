/** What of a tape has been played, and who waits for what. */
import type { Clock } from '../clock/clock.ts'
import { endName, eventName, requestName, responseName } from './order.ts'
import type { Tape } from './tape.ts'

export interface Progress {
  /** Entries, counted from 0, whose requests have not come. */
  readonly unplayed: ReadonlySet<number>
  /** Marks the request of an entry as played. */
  play(entry: number): void
  /** Marks a part of the tape as played. */
  mark(name: string): void
  /** Whether what came before this part on the tape has been played. */
  isNext(name: string): boolean
  /** Entries whose requests may come next: the first that has not come, and others that no answer separates from it. */
  due(): number[]
  /** Resolves when the condition holds; rejects if nothing happens for too long. */
  until(test: () => boolean): Promise<void>
}

/** The part after which each part of the tape came. */
function predecessors({ entries }: Tape): Map<string, string | undefined> {
  const before = new Map<string, string | undefined>()
  let lastEnd: string | undefined
  for (const [index, { request, response, failed }] of entries.entries()) {
    const n = index + 1
    let previous = requestName(n)
    const add = (name: string, after: string | undefined) => {
      before.set(name, after ?? previous)
      previous = name
    }
    before.set(previous, request.after ?? lastEnd)
    lastEnd = endName(n)
    if (failed) add(responseName(n), failed.after)
    if (!response) continue
    add(responseName(n), response.after)
    for (const [k, event] of (response.events ?? []).entries()) add(eventName(n, k + 1), event.after)
    add(endName(n), response.endedAfter)
  }
  return before
}

/** `idle` makes the error when nothing has happened for `patience` milliseconds although something waits. */
export function createProgress(tape: Tape, { clock, patience, idle }: ProgressOptions): Progress {
  const before = predecessors(tape)
  const done = new Set<string | undefined>([undefined])
  const unplayed = new Set(tape.entries.keys())
  const waiting = new Set<{ check(): void; fail(error: Error): void }>()
  let timer = new AbortController()

  return { unplayed, play, mark, isNext: (name) => done.has(before.get(name)), due, until }

  function play(entry: number): void {
    unplayed.delete(entry)
    mark(requestName(entry + 1))
  }

  function mark(name: string): void {
    done.add(name)
    for (const { check } of [...waiting]) check()
    restartTimer()
  }

  function due(): number[] {
    const [first] = unplayed
    return [...unplayed].filter((entry) => entry === first || mayCome(requestName(entry + 1)))
  }

  /** Whether all that the server had sent before this request has been sent. */
  function mayCome(request: string): boolean {
    let previous = before.get(request)
    while (previous?.startsWith('request')) previous = before.get(previous)
    return done.has(previous)
  }

  async function until(test: () => boolean): Promise<void> {
    if (test()) return
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        check() {
          if (!test()) return
          waiting.delete(waiter)
          resolve()
        },
        fail: reject,
      }
      waiting.add(waiter)
      restartTimer()
    })
  }

  function restartTimer(): void {
    timer.abort()
    timer = new AbortController()
    if (waiting.size === 0 || patience === Number.POSITIVE_INFINITY) return
    clock.wait(patience, timer.signal).then(
      () => {
        for (const waiter of waiting) waiter.fail(idle())
        waiting.clear()
      },
      () => {},
    )
  }
}

interface ProgressOptions {
  clock: Clock
  patience: number
  idle: () => Error
}
