/** Replaces a stream that is silent for long: packets may vanish without a sign, as when a router forgets a connection. */
import type { HttpContext } from '../http/http-client.ts'
import type { Deadline } from '../util/deadline.ts'
import type { EventCursor } from './event-cursor.ts'
import type { Messages } from './messages.ts'

/** The stream is opened a second time beside the first, which is given up only when the second is open: it may be alive. */
export function replaceWhenSilent(
  { environment, emit }: HttpContext,
  first: Messages,
  { cursor, reopen }: { cursor: EventCursor; reopen(deadline: Deadline): Promise<Messages> },
  deadline: Deadline,
): Messages {
  /** Milliseconds without a sign of life. */
  const maxSilence = 30_000
  let current = first
  let mayReplace = true
  let checkedAt = environment.monotonic()
  return { next, drain: () => current.drain(), cancel: () => current.cancel() }

  async function next(): ReturnType<Messages['next']> {
    let batch = current.next()
    while (mayReplace) {
      const silence = Math.min(deadline.silence(), environment.monotonic() - checkedAt)
      const wait = Math.max(maxSilence, cursor.retry ?? 0) - silence
      if (wait > 0) {
        if (await settlesWithin(batch, wait)) break
        continue
      }
      checkedAt = environment.monotonic()
      if (!cursor.lastEventId) continue
      emit?.({ type: 'reconnect', target: 'stream', attempt: 1, delay: 0, reason: 'silent' })
      cursor.reconnected()
      const opening = reopen(deadline).catch((error) => {
        mayReplace = error?.retryable
      })
      const second = await Promise.race([opening, settled(batch)])
      if (second) {
        current.cancel()
        current = second
        batch = second.next()
      } else void opening.then((late) => late?.cancel())
    }
    return batch
  }

  function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const stopTimer = environment.setTimer(() => resolve(false), milliseconds)
      const onSettled = () => {
        stopTimer()
        resolve(true)
      }
      promise.then(onSettled, onSettled)
    })
  }
}

/** Resolves when the promise resolves or rejects. */
const settled = (promise: Promise<unknown>): Promise<void> =>
  promise.then(
    () => {},
    () => {},
  )
