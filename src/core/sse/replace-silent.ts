/** Replaces a stream that is silent for long: packets may vanish without a sign, as when a router forgets a connection. */
import type { HttpContext } from '../http/http-client.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Messages } from './messages.ts'
import type { Resumption } from './resume.ts'

/** Milliseconds without a sign of life. */
const MAX_SILENCE = 30_000

/** The stream is opened a second time beside the first, which is given up only when the second is open: it may be alive. */
export function replaceWhenSilent(
  { environment, emit }: HttpContext,
  first: Messages,
  { target, cursor, reopen }: Resumption,
  deadline: Deadline,
): Messages {
  let current = first
  let mayReplace = true
  let checkedAt = environment.monotonic()
  return { next, drain: () => current.drain(), cancel: () => current.cancel() }

  async function next(): ReturnType<Messages['next']> {
    let batch = current.next()
    while (mayReplace && (await isSilent(batch))) {
      checkedAt = environment.monotonic()
      const second = cursor.lastEventId && (await openSecond(batch))
      if (!second) continue
      current.cancel()
      current = second
      batch = second.next()
    }
    return batch
  }

  /** False if messages, the end or an error arrive first. */
  async function isSilent(batch: Promise<unknown>): Promise<boolean> {
    const limit = Math.max(MAX_SILENCE, cursor.retry ?? 0)
    const silence = () => Math.min(deadline.silence(), environment.monotonic() - checkedAt)
    for (;;) {
      let stopTimer = () => {}
      const timer = new Promise<boolean>((resolve) => {
        stopTimer = environment.setTimer(() => resolve(true), limit - silence())
      })
      const isWaiting = await Promise.race([settled(batch), timer])
      stopTimer()
      if (!isWaiting || silence() >= limit) return isWaiting
    }
  }

  /** Undefined if the server refuses, or if the first stream goes on meanwhile. */
  async function openSecond(batch: Promise<unknown>): Promise<Messages | undefined> {
    emit?.({ type: 'reconnect', target, attempt: 1, delay: 0, reason: 'silent' })
    cursor.reconnected()
    const opening = reopen().catch((error) => {
      mayReplace = !!error?.retryable
      return undefined
    })
    const second = await Promise.race([opening, settled(batch)])
    if (second) return second
    void opening.then((late) => late?.cancel())
    return undefined
  }
}

/** Resolves with false when the promise settles. */
function settled(promise: Promise<unknown>): Promise<false> {
  return promise.then(
    () => false as const,
    () => false as const,
  )
}
