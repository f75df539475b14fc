/** The questions of a server that a person has before her, with the end of each. */
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import { HANDLER_FAILURE, type UserBehaviour } from '../eras/user.ts'

export interface Dialog {
  startedAt: number
  /** When it was answered. */
  answeredAt: number | undefined
  /** When its signal was aborted. */
  abortedAt: number | undefined
}

type Elicit = NonNullable<NonNullable<ConnectOptions['handlers']>['elicit']>

/** Milliseconds. */
const SLOW_ANSWER = 700

/** `onAsked` may take its time before the person sees the question. */
export function createDialogs(
  clock: VirtualClock,
  behaviour: UserBehaviour,
  onAsked: () => void,
): { dialogs: Dialog[]; elicit: Elicit } {
  const dialogs: Dialog[] = []
  return { dialogs, elicit: ({ message }, { signal }) => ask(message, signal) }

  async function ask(message: string, signal: AbortSignal): Promise<{ action: 'accept'; content: { name: string } }> {
    const dialog: Dialog = { startedAt: clock.now(), answeredAt: undefined, abortedAt: undefined }
    dialogs.push(dialog)
    signal.addEventListener('abort', () => {
      dialog.abortedAt ??= clock.now()
    })
    onAsked()
    if (behaviour === 'never answers') return new Promise(() => {})
    await clock.wait(behaviour === 'is slow' ? SLOW_ANSWER : 1)
    dialog.answeredAt = clock.now()
    if (behaviour === 'fails') throw HANDLER_FAILURE
    return { action: 'accept', content: { name: message } }
  }
}
