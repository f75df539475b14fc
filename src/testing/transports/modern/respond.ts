/** Answers one request as JSON or as a stream, and decides which as late as it can. */
import type { Clock } from '../../features/request-context.ts'
import { createEventStream } from './event-stream.ts'
import type { Outcome } from './message.ts'

/** What the work on a request may do to its connection. */
export interface Connection {
  /** Aborts when the client leaves, which is how it cancels. */
  signal: AbortSignal
  notify(method: string, params?: object): Promise<void>
  clock: Clock
}

export type Work = (connection: Connection) => Promise<Outcome>

export function json({ status, response }: Outcome): Response {
  return Response.json(response, { status, headers: { 'cache-control': 'no-store' } })
}

/** One JSON body. There is no place for notifications, so they are dropped. */
export async function answerAsJson(request: Request, clock: Clock, work: Work): Promise<Response> {
  const gone = leaving(request)
  try {
    return json(await work({ signal: gone.signal, notify: async () => {}, clock }))
  } finally {
    gone.release()
  }
}

/**
 * A stream, opened when there is something to send or to wait for. An error that comes before still gets
 * its HTTP status; a client that leaves while the work waits is noticed.
 */
export function answerAsStream(request: Request, clock: Clock, heartbeat: number, work: Work): Promise<Response> {
  const gone = leaving(request)
  let stream: ReturnType<typeof createEventStream> | undefined
  return new Promise((resolve) => {
    const open = () => {
      if (stream) return stream
      stream = createEventStream({ clock, heartbeat, left: gone.leave })
      resolve(stream.response)
      return stream
    }
    const wait: Clock['wait'] = (milliseconds, signal) => {
      open()
      return clock.wait(milliseconds, signal)
    }
    const connection: Connection = {
      signal: gone.signal,
      notify: (method, params) => open().send({ jsonrpc: '2.0', method, ...(params && { params }) }),
      clock: { now: () => clock.now(), wait },
    }
    void work(connection).then(async (outcome) => {
      gone.release()
      if (!stream && 'error' in outcome.response) return resolve(json(outcome))
      const { send, close } = open()
      await send(outcome.response)
      close()
    })
  })
}

/** A signal for the work that the request's own signal and the response stream can abort. */
function leaving(request: Request) {
  const controller = new AbortController()
  const leave = () => controller.abort(new Error('The client left'))
  request.signal?.addEventListener('abort', leave)
  return { signal: controller.signal, leave, release: () => request.signal?.removeEventListener('abort', leave) }
}
