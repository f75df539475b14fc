/** Answers one request as JSON or as a stream. */
import type { Clock } from '../../clock/clock.ts'
import { notificationMessage } from '../../jsonrpc/message.ts'
import { createEventStream, type EventStream } from './event-stream.ts'
import type { Outcome } from './message.ts'

/** What the work on a request may use of its connection. */
export interface ConnectionContext {
  /** Aborts when the client leaves, which is how it cancels. */
  signal: AbortSignal
  notify(method: string, params?: object): Promise<void>
  clock: Clock
}

export type Work = (connection: ConnectionContext) => Promise<Outcome>

export function outcomeResponse({ status, response }: Outcome): Response {
  return Response.json(response, { status, headers: { 'cache-control': 'no-store' } })
}

/** One JSON body, which has no room for notifications: they are dropped. */
export async function answerAsJson(request: Request, clock: Clock, work: Work): Promise<Response> {
  const client = watchClient(request)
  try {
    return outcomeResponse(await work({ signal: client.signal, notify: async () => {}, clock }))
  } finally {
    client.release()
  }
}

/**
 * A stream, opened when there is something to send or to wait for. An error that comes before still gets
 * its HTTP status; a client that leaves while the work waits is noticed.
 */
export function answerAsStream(request: Request, clock: Clock, heartbeat: number, work: Work): Promise<Response> {
  const client = watchClient(request)
  let stream: EventStream | undefined
  return new Promise((resolve) => {
    const open = () => {
      if (stream) return stream
      stream = createEventStream({ clock, heartbeat, onDisconnect: client.abort })
      resolve(stream.response)
      return stream
    }
    const wait: Clock['wait'] = (milliseconds, signal) => {
      open()
      return clock.wait(milliseconds, signal)
    }
    const connection: ConnectionContext = {
      signal: client.signal,
      notify: (method, params) => open().send(notificationMessage(method, params)),
      clock: { now: () => clock.now(), wait },
    }
    void work(connection).then(async (outcome) => {
      client.release()
      if (!stream && 'error' in outcome.response) return resolve(outcomeResponse(outcome))
      const { send, close } = open()
      await send(outcome.response)
      close()
    })
  })
}

/** A signal for the work that the request's own signal and the response stream can abort. */
function watchClient(request: Request) {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('The client left'))
  request.signal?.addEventListener('abort', abort)
  return { signal: controller.signal, abort, release: () => request.signal?.removeEventListener('abort', abort) }
}
