/** A realm in workerd that is evicted goes on where it was: its Durable Object keeps sessions and events in its storage. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createControl } from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { connect } from '../../../src/core/index.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer({ evictable: true })
})

afterAll(() => server.dispose())

const evict = (realm: string) => server.miniflare.unsafeEvictDurableObject('mcp-over-fetch', 'Realm', { name: realm })

test('a session survives the eviction of its realm: the next call needs no new one', async () => {
  const realm = `evicted-${crypto.randomUUID()}`
  const { url } = createControl(server, realm)
  const initialized: string[] = []
  const client = await connect(url, {
    versions: ['2025-11-25'],
    keepAlive: false,
    onEvent: (event) => event.type === 'request' && initialized.push(String(event.rpcMethod)),
  })
  expect(await client.callTool('counter')).toMatchObject({ structuredContent: { executions: 1 } })
  await evict(realm)
  // What its tools counted was in memory: this shows that the realm is another instance.
  expect(await client.callTool('counter')).toMatchObject({ structuredContent: { executions: 1 } })
  expect(initialized.filter((method) => method === 'initialize')).toHaveLength(1)
  await client.close()
})

test('an answer that was stored before the eviction is replayed after it', async () => {
  const realm = `evicted-${crypto.randomUUID()}`
  const { url } = createControl(server, realm)
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const post = (method: string, params: object, further: object = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, ...further },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const protocolVersion = '2025-11-25'
  const opened = await post('initialize', {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  })
  await opened.text()
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')!, 'mcp-protocol-version': protocolVersion }
  const answer = await (await post('tools/call', { name: 'echo', arguments: { text: 'kept' } }, session)).text()
  const [, first] = /^id: (.*)$/m.exec(answer) ?? []
  await evict(realm)
  const resumed = await fetch(url, { headers: { accept: 'text/event-stream', ...session, 'last-event-id': first! } })
  expect(resumed.status).toBe(200)
  const reader = resumed.body!.getReader()
  let text = ''
  while (!text.includes('kept')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
})
