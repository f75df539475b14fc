/** An HTTP+SSE client of bare requests, for tests of the server alone. */
import { collectEvents, type EventCollector, type RawMessage } from './read-events.ts'

export interface RawHttpSseClient extends EventCollector {
  /** POSTs a message and returns the status. */
  post(message: object | string): Promise<number>
  /** The JSON-RPC messages so far. */
  messages(): RawMessage[]
  /** Waits for the response to the request with this id. */
  responseTo(id: number): Promise<RawMessage>
  /** POSTs `initialize` and returns the status. */
  initialize(protocolVersion?: string, capabilities?: object): Promise<number>
}

/** `send` POSTs a body to the endpoint and resolves with the status. */
export function createRawHttpSseClient(
  stream: EventCollector,
  send: (body: string) => Promise<number>,
): RawHttpSseClient {
  return { ...stream, post, messages, responseTo, initialize }

  function post(message: object | string): Promise<number> {
    return send(typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  function messages(): RawMessage[] {
    return stream.events.filter(({ event }) => event === 'message').map(({ data }) => JSON.parse(data) as RawMessage)
  }

  async function responseTo(id: number): Promise<RawMessage> {
    const find = () => messages().find((message) => message.id === id && !('method' in message))
    await stream.until(() => find() !== undefined)
    return find()!
  }

  function initialize(protocolVersion = '2024-11-05', capabilities: object = {}): Promise<number> {
    const clientInfo = { name: 'raw', version: '1' }
    return post({ id: 0, method: 'initialize', params: { protocolVersion, capabilities, clientInfo } })
  }
}

export async function openStream(url: string) {
  const disconnected = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: disconnected.signal })
  return { response, disconnect: () => disconnected.abort() }
}

/** Opens the stream over the network, reads it for as long as it lasts, and knows its endpoint. */
export async function connectRawHttpSse(url: string) {
  const { response, disconnect } = await openStream(url)
  const stream = collectEvents(response)
  const [first] = await stream.until(({ length }) => length > 0)
  const endpoint = new URL(first!.data, url)
  const client = createRawHttpSseClient(stream, async (body) => {
    const response = await fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await response.text()
    return response.status
  })
  return { ...client, response, endpoint, disconnect, handshake }

  /** From `initialize` to `notifications/initialized`. */
  async function handshake(protocolVersion?: string, capabilities?: object): Promise<void> {
    await client.initialize(protocolVersion, capabilities)
    await client.responseTo(0)
    await client.post({ method: 'notifications/initialized' })
  }
}
