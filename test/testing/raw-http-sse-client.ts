/** An HTTP+SSE client made of nothing but fetch: what it sends is what the test says. */
import { readFrames } from './read-frames.ts'

export async function openStream(url: string) {
  const leaving = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal: leaving.signal })
  return { response, leave: () => leaving.abort() }
}

/** Opens the stream, reads it for as long as it lasts, and knows its endpoint. */
export async function connectRaw(url: string) {
  const { response, leave } = await openStream(url)
  const stream = readFrames(response)
  const [first] = await stream.until(({ length }) => length > 0)
  const endpoint = new URL(first!.data, url)
  return { ...stream, response, endpoint, say, messages, answerTo, initialize, leave }

  /** POSTs a message and returns the status. */
  async function say(message: object | string): Promise<number> {
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', ...message })
    const response = await fetch(endpoint, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    await response.text()
    return response.status
  }

  function messages(): Record<string, unknown>[] {
    return stream.frames
      .filter(({ event }) => event === 'message')
      .map(({ data }) => JSON.parse(data) as Record<string, unknown>)
  }

  /** Waits for the response to the request with this id. */
  async function answerTo(id: number): Promise<Record<string, unknown>> {
    const find = () => messages().find((message) => message.id === id && !('method' in message))
    await stream.until(() => find() !== undefined)
    return find()!
  }

  async function initialize(protocolVersion = '2024-11-05', capabilities = {}): Promise<Record<string, unknown>> {
    const clientInfo = { name: 'raw', version: '1' }
    await say({ id: 0, method: 'initialize', params: { protocolVersion, capabilities, clientInfo } })
    const answer = await answerTo(0)
    await say({ method: 'notifications/initialized' })
    return answer
  }
}
