/** CORS and the Origin check. */
import { expect, test } from 'vitest'
import { createTestServer } from '../raw-client.ts'

const PING = { jsonrpc: '2.0', id: 5, method: 'ping' }

test('a foreign Origin is refused; a local one and none are accepted', async () => {
  const { client } = createTestServer()
  await client.initialize()
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:80']) {
    expect((await client.post(PING, { origin })).status).toBe(200)
  }
  for (const origin of ['http://evil.example', 'https://localhost.evil.example', 'null']) {
    expect((await client.post(PING, { origin })).status).toBe(403)
  }
})

test('a preflight allows the requested headers, or only the configured ones', async () => {
  const { fetch, server } = createTestServer()
  const preflight = async () => {
    const headers = { origin: 'http://localhost:1', 'access-control-request-headers': 'mcp-param-a, mcp-session-id' }
    const response = await fetch(server.url, { method: 'OPTIONS', headers })
    expect(response.status).toBe(204)
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(600)
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    return response.headers.get('access-control-allow-headers')
  }
  expect(await preflight()).toBe('mcp-param-a, mcp-session-id')
  await server.configure({ allowHeaders: ['content-type', 'mcp-session-id'] })
  expect(await preflight()).toBe('content-type, mcp-session-id')
  expect(await server.methods()).toEqual([])
})

test('a page can read every response, and the session id if it is exposed', async () => {
  const { client, server, fetch } = createTestServer()
  const origin = 'http://localhost:1'
  const exposed = (response: Response) => response.headers.get('access-control-expose-headers')
  expect(exposed(await client.initialize())).toContain('Mcp-Session-Id')
  for (const path of ['/mcp', '/sse', '/message', '/nowhere']) {
    const response = await fetch(server.url.replace('/mcp', path), { method: 'POST', headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  }
  await server.configure({ session: { expose: false } })
  expect(exposed(await client.initialize())).not.toContain('Mcp-Session-Id')
})
