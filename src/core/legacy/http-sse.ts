/** HTTP+SSE, 2024-11-05: one stream for everything that comes, and an address for everything that goes. */

import type { JsonRpcMessage } from '../../types/jsonrpc.ts'
import { ConnectionError, InvalidMessageError, NotMcpEndpointError } from '../errors.ts'
import { readRefusal } from '../http/error-response.ts'
import type { Reply } from '../http/http-client.ts'
import { postMessage } from '../http/post-message.ts'
import { createReceiver } from '../rpc/route-messages.ts'
import { createPosition } from '../sse/event-cursor.ts'
import { readEvents } from '../sse/parse.ts'
import { createMailbox, type Mailbox } from '../sse/shared-stream.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import { parseUrl } from '../util/parse-url.ts'
import { parseMessages } from '../validation/json-rpc.ts'
import { isSessionLoss, type Link, type Shared } from './handshake.ts'
import { createWatchdog } from './silence-watchdog.ts'

/** Milliseconds until the server must have told where to post. */
const ENDPOINT_LIMIT = 10_000

/** Opens the stream and waits for the address to post to. */
export async function openHttpSse(shared: Shared, connecting: Deadline): Promise<Link> {
  const { wire, closing } = shared
  const { environment, settings, emit } = wire
  const { message: limit } = settings.limits
  const reply = await getStream(shared, connecting)
  /** Of the stream itself, which outlives connecting. */
  const life = createDeadline(environment, { what: 'the stream', total: Number.POSITIVE_INFINITY, signals: [closing] })
  const unlink = connecting.onPassed(life.abort)
  const watchdog = createWatchdog(environment, () => life.abort(new ConnectionError('The stream went silent')))
  const position = createPosition()
  const tooLong = () => new InvalidMessageError(`Expected events of at most ${limit} bytes (limits.message), got more`)
  const watching = { onBytes: watchdog.heard, onComment: watchdog.beat }
  const next = readEvents(reply.body, { limit, tooLong, deadline: life, position, ...watching })
  const mailbox = createMailbox()
  const early: { event?: string | undefined; data: string }[] = []

  try {
    const target = await findEndpoint()
    const link = createLink(shared, target, mailbox, life)
    const ended = pump(link).then(
      () => new ConnectionError('The server ended the stream', { retryable: true }),
      (error: unknown) => error,
    )
    void ended.then((reason) => {
      watchdog.stop()
      life.stop()
      reply.body.cancel()
      mailbox.close(reason)
    })
    return Object.defineProperties(link, {
      ended: { value: ended },
      retry: { get: () => position.retry },
    })
  } catch (error) {
    watchdog.stop()
    life.stop()
    reply.body.cancel()
    throw error
  } finally {
    unlink()
  }

  async function findEndpoint(): Promise<string> {
    const waiting = createDeadline(environment, {
      what: 'the endpoint event',
      total: ENDPOINT_LIMIT,
      limit: 'connectTimeout',
    })
    try {
      for (;;) {
        const events = await connecting.race(waiting.race(next()))
        // Keepalives and the like may come first, but no message can.
        const at = events?.findIndex(({ event = 'message' }) => event === 'endpoint' || event === 'message') ?? 0
        if (at < 0) continue
        const { event, data } = events?.[at] ?? { event: 'the end of the stream', data: '' }
        if (event !== 'endpoint') {
          throw new NotMcpEndpointError(`Expected an endpoint event first, got ${event ?? 'a message'}`)
        }
        early.push(...events!.slice(at + 1))
        return checkEndpoint(data)
      }
    } finally {
      waiting.stop()
    }
  }

  /** Credentials go there: so it must be on the same origin, unless the application says otherwise. */
  function checkEndpoint(text: string): string {
    const { origin } = new URL(wire.endpoint)
    const url = parseUrl(text, wire.endpoint)
    const sound = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
    if (sound && (url.origin === origin || settings.allowUrl(url, 'endpoint'))) return url.href
    const came = url ? `${url.protocol}//${url.host}${url.username && ' with a user'}` : 'no URL'
    throw new InvalidMessageError(`Expected an endpoint on ${origin} (or allowUrl), got ${came}`)
  }

  async function pump(link: Link): Promise<void> {
    const receiver = createReceiver({ ...shared, era: link }, life)
    try {
      early.forEach(take)
      for (;;) {
        const events = await next()
        if (!events) return
        events.forEach(take)
      }
    } finally {
      receiver.stop()
    }

    function take({ event = 'message', data }: { event?: string | undefined; data: string }): void {
      emit?.({ type: 'stream-event', n: reply.n, event, id: undefined, length: data.length })
      if (event === 'endpoint') throw new InvalidMessageError('Expected one endpoint event, got a second')
      if (event === 'keepalive') watchdog.beat()
      if (event !== 'message' || !data) return
      const reject = (reason: string, value: unknown) => emit?.({ type: 'quarantined', reason, value })
      for (const message of parseMessages(data, reject)) {
        if (!mailbox.deliver(message, data.length)) receiver.receive(message)
      }
    }
  }
}

async function getStream({ wire }: Shared, deadline: Deadline): Promise<Reply> {
  const reply = await wire.send({ method: 'GET', headers: { accept: 'text/event-stream' }, rpc: 'endpoint' }, deadline)
  if (reply.status >= 400) throw await readRefusal(wire, reply, 'endpoint', deadline)
  if (reply.type === 'text/event-stream') return reply
  reply.body.cancel()
  const came = reply.type || `status ${reply.status}`
  throw new NotMcpEndpointError(`Expected text/event-stream from ${wire.address}, got ${came}`)
}

function createLink({ wire, closing }: Shared, url: string, mailbox: Mailbox, life: Deadline): Link {
  return {
    hasSession: true,
    // This transport has no header for the revision.
    agree() {},
    async send(request, deadline) {
      const messages = mailbox.open(request, deadline)
      // An answer may overtake the head of its POST; then nobody cares what that says, and it ends with the call.
      const { environment, settings } = wire
      const signals = [closing]
      const posting = createDeadline(environment, { what: request.method, total: settings.maxTimeout, signals })
      const unlink = deadline.onPassed(posting.abort)
      let stopTimer: (() => void) | undefined
      const posted = post(request, posting).finally(() => {
        unlink()
        posting.stop()
        stopTimer?.()
        stopTimer = () => {}
      })
      const end = () => {
        messages.cancel()
        stopTimer ??= environment.setTimer(() => posting.abort('the call has ended'), settings.drain.ms)
      }
      try {
        await deadline.race(Promise.race([posted, messages.arrived]))
        posted.catch(() => {})
        return { next: messages.next, drain: end, cancel: end }
      } catch (error) {
        end()
        throw error
      }
    },
    post,
    isLost(error) {
      return isSessionLoss(error)
    },
    async close() {
      life.abort(new ConnectionError('The client ended the stream'))
    },
  }

  async function post(message: JsonRpcMessage, deadline: Deadline): Promise<void> {
    const reply = await postMessage(wire, message, {}, deadline, url)
    reply.drain()
  }
}
