/**
 * What a connection of an event stream proves about its call and the streams of it: docs/streams.md#liveness. Besides, a call
 * is touched by the bytes of a body that is no stream (util/body.ts), by its progress on any stream (rpc/route-messages.ts),
 * by messages and bytes over HTTP+SSE (sse/shared-stream.ts), and where time was the client's own (rpc/send.ts).
 */
import type { Deadline } from '../util/deadline.ts'
import type { Environment } from '../util/environment.ts'

/**
 * What a read brought: a comment, an event without news (such as a replay), an event id for the first time, or JSON-RPC
 * messages or bytes of one.
 */
export type Sign = 'comment' | 'event' | 'new-id' | 'message'

/** When the streams of one call were active last. */
export interface StreamActivity {
  last: number
  touch(): void
  onTouch?(): void
}

export function createStreamActivity({ monotonic }: Environment): StreamActivity {
  const activity: StreamActivity = {
    last: monotonic(),
    touch() {
      activity.last = monotonic()
      activity.onTouch?.()
    },
  }
  return activity
}

/**
 * Why a connection was opened: for the request, after the last one had ended (servers end them in order to be polled), or
 * because the others are silent.
 */
export type Purpose = 'request' | 'resume' | 'ask'

/**
 * Takes what one connection of a call brings. Comments come from a server that works on the call only where the request
 * was sent; elsewhere they prove that the connection works. Nor is an event id news of the call if the server sends it to
 * everybody who asks.
 */
export function takeSigns(
  deadline: Pick<Deadline, 'touch'>,
  purpose: Purpose = 'request',
  stream?: StreamActivity,
): (sign: Sign) => void {
  const touchesCall = { message: true, 'new-id': purpose !== 'ask', comment: purpose === 'request', event: false }
  return (sign) => {
    if (touchesCall[sign]) deadline.touch()
    if (sign !== 'comment' || purpose === 'request') stream?.touch()
  }
}
