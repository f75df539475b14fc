/** The parser alone: parses a recorded progress stream from memory, chunk by chunk, without HTTP. */
import { createParser } from 'eventsource-parser'
import type { BenchClient } from './bench-client.ts'

export async function open(url: string): Promise<BenchClient> {
  const chunks = await record(url)

  return {
    call: () => Promise.reject(new Error('The parser alone cannot call')),
    async progress() {
      let seen = 0
      const decoder = new TextDecoder()
      const parser = createParser({
        onEvent({ data }) {
          if (JSON.parse(data).method === 'notifications/progress') seen++
        },
      })
      for (const chunk of chunks) parser.feed(decoder.decode(chunk, { stream: true }))
      return seen
    },
    close: () => Promise.resolve(),
  }
}

async function record(url: string): Promise<Uint8Array[]> {
  const clientInfo = { name: 'parser', version: '1.0.0' }
  const initialized = await post(url, {}, 1, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo,
  })
  await initialized.text()
  const session = { 'mcp-session-id': initialized.headers.get('mcp-session-id') ?? '' }
  const params = { name: 'progress', arguments: {}, _meta: { progressToken: 2 } }
  const response = await post(url, session, 2, 'tools/call', params)
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body!) chunks.push(chunk)
  return chunks
}

function post(url: string, session: object, id: number, method: string, params: object): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    ...session,
  }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id, method, params }) })
}
