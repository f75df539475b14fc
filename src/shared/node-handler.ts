/** Serves a handler of `fetch` requests with `node:http`. Nothing of Node is imported: these are its objects, as far as they are used. */
import { runSafely } from '../core/util/run-safely.ts'

/** The `IncomingMessage` of Node. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  /** The method of HTTP. */
  method?: string | undefined
  /** The target of the request line, usually a path. */
  url?: string | undefined
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The connection. */
  socket?: object
}

/** The `ServerResponse` of Node. */
export interface NodeResponse {
  /** Sends status and headers; names and values alternate. */
  writeHead(status: number, headers: string[]): unknown
  /** Sends them before the first chunk. */
  flushHeaders(): void
  /** False if the connection is slower: `drain` says when to go on. */
  write(chunk: Uint8Array): boolean
  /** Ends the response. */
  end(text?: string): unknown
  /** Ends the connection. */
  destroy(): unknown
  /** Calls the listener whenever this happens. */
  on(event: 'close' | 'drain' | 'error', listener: () => void): unknown
  /** Whether status and headers were sent, so that no other status can follow. */
  readonly headersSent: boolean
  /** Whether all of the response was sent. */
  readonly writableFinished: boolean
}

/** The options of `toNodeHandler()`. */
export interface NodeHandlerOptions {
  /** Called with what the handler throws; the client gets a response with status 500. */
  onError?: ((error: unknown) => void) | undefined
}

/**
 * A listener for `createServer` of `node:http` or `node:https`, and for Express, which answers with a `fetch` handler such
 * as a relay. No request can make it throw: one that `fetch` cannot express, such as TRACE, gets a response with status
 * 400. When the client leaves, the signal of its request aborts.
 *
 * @example
 * const relay = createRelay({ allow: ['https://tools.example.com'], origins: ['https://app.example.com'] })
 * createServer(toNodeHandler(relay)).listen(8080, '127.0.0.1')
 */
export function toNodeHandler(
  handler: (request: Request) => Response | Promise<Response>,
  { onError }: NodeHandlerOptions = {},
): (incoming: NodeRequest, outgoing: NodeResponse) => void {
  return (incoming, outgoing) => {
    const left = new AbortController()
    answer(incoming, outgoing, left).catch((error) => {
      if (left.signal.aborted) return
      runSafely(() => onError?.(error))
      if (outgoing.headersSent) outgoing.destroy()
      else refuse(outgoing, 500, 'The server failed')
    })
  }

  async function answer(incoming: NodeRequest, outgoing: NodeResponse, left: AbortController): Promise<void> {
    /** Ends a wait for the connection. */
    let proceed = () => {}
    outgoing.on('drain', () => proceed())
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) left.abort()
      proceed()
    })
    // Without a listener, an error of the connection would end the process.
    outgoing.on('error', () => left.abort())
    const request = toRequest(incoming, left.signal)
    if (!request) return refuse(outgoing, 400, 'Bad request')
    // Node does not abort the signal of a request that was collected, so this keeps it.
    outgoing.on('close', () => request.signal)
    const { status, headers, body } = await handler(request)
    const reader = body?.getReader()
    left.signal.addEventListener('abort', () => reader?.cancel().catch(() => {}))
    if (left.signal.aborted) return void reader?.cancel().catch(() => {})
    outgoing.writeHead(status, [...(headers as unknown as Iterable<[string, string]>)].flat())
    outgoing.flushHeaders()
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader!.read()) {
      if (left.signal.aborted) return
      if (outgoing.write(chunk.value)) continue
      await new Promise<void>((resolve) => {
        proceed = resolve
      })
    }
    outgoing.end()
  }
}

function refuse(outgoing: NodeResponse, status: number, text: string): void {
  outgoing.writeHead(status, ['content-type', 'text/plain'])
  outgoing.end(`${text}\n`)
}

/** Undefined for a request that `fetch` cannot express. */
function toRequest(incoming: NodeRequest, signal: AbortSignal): Request | undefined {
  const { method = 'GET', url = '/', headers: received, socket } = incoming
  try {
    const headers = new Headers()
    for (const [name, value] of Object.entries(received)) {
      // HTTP/2 has pseudo-headers.
      if (!name.startsWith(':')) headers.set(name, [value].flat().join(', '))
    }
    const scheme = (socket as { encrypted?: boolean } | undefined)?.encrypted ? 'https' : 'http'
    const host = received.host ?? received[':authority'] ?? 'localhost'
    // Not resolved against a base: a path that begins with two slashes would name another host.
    const address = new URL(url.startsWith('/') ? `${scheme}://${host}${url}` : url)
    if (!/^https?:$/.test(address.protocol)) return undefined
    const body = /^(GET|HEAD)$/.test(method) ? null : toBody(incoming)
    // Node needs `duplex` for a body that is a stream; the types do not know it.
    const init = { method, headers, body, signal, duplex: 'half' }
    return new Request(address, init)
  } catch {
    return undefined
  }
}

/** Read as it is asked for. What is not read is discarded by Node when the response has ended. */
function toBody(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}
