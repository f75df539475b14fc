/** The options of `createMockServer`: wrong ones, and what each of them changes on the wire. */
import { describe, expect, test } from 'vitest'
import { connect } from '../../../src/core/index.ts'
import { oauth } from '../../../src/oauth/index.ts'
import { authorizationServer, createMockServer, type MockServer, virtualClock } from '../../../src/testing/index.ts'

const open = (server: MockServer, options = {}) =>
  connect(server.url, { fetch: server.fetch, eraCache: new Map(), keepAlive: false, ...options })

describe('wrong input', () => {
  test('an unknown option, transport, revision or member of a tool is a TypeError that lists the known ones', () => {
    const create = (options: object) => () => createMockServer(options as never)
    expect(create({ tool: {} })).toThrow('createMockServer: there is no option "tool". Known options: tools, ')
    expect(create({ transport: 'http-sse' })).toThrow('there is no transport "http-sse". Known transports: http+sse, ')
    expect(create({ versions: ['2025-11-24'] })).toThrow(
      'there is no revision "2025-11-24". Known revisions: 2025-11-25, ',
    )
    expect(create({ tools: { x: { runs() {} } } })).toThrow(
      'createMockServer: tool "x": there is no member "runs". Known members: run, ',
    )
    expect(create({ tools: { x: {} } })).toThrow('createMockServer: tool "x" needs a function run(args, context)')
    for (const options of [{ tool: {} }, { tools: { x: {} } }]) expect(create(options)).toThrow(TypeError)
    const server = createMockServer()
    expect(() => server.configure({ clock: 1 } as never)).toThrow('configure: there is no setting "clock"')
    expect(() => server.script({ on: {}, do: [{ sleep: 1 }] } as never)).toThrow('Rule 1: step 1, {"sleep":1}: unknown')
  })

  test('a request to another origin fails as on a network without it, with the origin in the message', async () => {
    const server = createMockServer({ origin: 'https://tools.example.com' })
    expect(server.url).toBe('https://tools.example.com/mcp')
    const elsewhere = server.fetch('https://elsewhere.example/mcp')
    await expect(elsewhere).rejects.toThrow(
      'The mock server is https://tools.example.com, not https://elsewhere.example',
    )
    await expect(elsewhere).rejects.toBeInstanceOf(TypeError)
    expect(server.journal.requests).toEqual([])
    const handled = await server.handle(new Request('http://localhost:8080/mcp', { method: 'PUT' }))
    expect(handled.status).toBe(405)
  })

  test('after close(), requests fail and streams have ended', async () => {
    const server = createMockServer({ versions: ['2025-11-25'] })
    const client = await open(server)
    const call = client.callTool('slow', { ms: 1e6 }, { timeout: 200 })
    await server.journal.until((requests) => requests.some(({ rpcMethod }) => rpcMethod === 'tools/call'))
    await server.close()
    await expect(call).rejects.toMatchObject({ delivery: 'unknown' })
    await expect(server.fetch(server.url)).rejects.toThrow('The mock server is closed')
    await server.journal.expectNoOpenStreams()
    await client.close()
  })
})

describe('settings', () => {
  test('sessions can be left out or end when idle, and streams can be without event ids', async () => {
    const clock = virtualClock()
    const stateless = createMockServer({ sessions: false, versions: ['2025-11-25'] })
    await (await open(stateless)).callTool('echo', { text: 'x' })
    expect(stateless.journal.sessions).toEqual([])
    const idle = createMockServer({ sessions: { idle: 1_000 }, versions: ['2025-11-25'], clock })
    const client = await open(idle)
    await client.callTool('echo', { text: 'x' })
    await idle.clock.advance(1_001)
    await client.callTool('echo', { text: 'x' })
    expect(idle.journal.sessions).toHaveLength(2)
    const plain = createMockServer({ resumable: false, versions: ['2025-11-25'] })
    await (await open(plain)).callTool('echo', { text: 'x' })
    expect(plain.journal.calls('tools/call')[0]?.request.events).toBe(1)
  })

  test('name, version and instructions, and finer behaviour on the wire', async () => {
    const server = createMockServer({
      name: 'docs',
      version: '2.1.0',
      instructions: 'Ask nicely',
      wire: { pageSize: 1 },
    })
    const client = await open(server)
    expect(client.server).toMatchObject({ info: { name: 'docs', version: '2.1.0' }, instructions: 'Ask nicely' })
    expect((await client.listTools()).length).toBe(3)
    expect(server.journal.calls('tools/list')).toHaveLength(3)
    await client.close()
  })

  test('a server with tools only declares no prompts and no resources', async () => {
    const server = createMockServer({ tools: { one: { run: () => '1' } } })
    const client = await open(server)
    expect(Object.keys(client.server.capabilities ?? {}).sort()).toEqual(['logging', 'tools'])
    await expect(client.request('prompts/list')).rejects.toMatchObject({ rpcCode: -32_601 })
    await client.close()
  })

  test.each(['2026-07-28', '2025-11-25'])(
    'tools that change are announced to listening clients at %s',
    async (revision) => {
      const server = createMockServer({ versions: [revision], tools: { one: { run: () => '1' } } })
      const client = await open(server)
      const changes = client.listen({ toolsListChanged: true })
      const next = changes.next()
      await server.journal.until((requests) =>
        requests.some(({ events, contentType, ended }) => !ended && events > 0 && contentType === 'text/event-stream'),
      )
      server.configure({ tools: { two: { run: () => '2' } } })
      expect((await next).done).toBe(false)
      expect((await client.listTools({ cacheMode: 'refresh' })).map(({ name }) => name)).toEqual(['two'])
      await changes.return?.()
      await client.close()
    },
  )

  test('resources by address and template, as text or bytes; prompts as texts and messages', async () => {
    const server = createMockServer({
      resources: {
        'file:///notes.txt': 'Buy milk',
        'file:///pixel.png': { mimeType: 'image/png', read: new Uint8Array([1, 2, 3]) },
        'user://{id}/card': { name: 'card', read: (uri, { id }) => `${uri} is ${id}` },
      },
      prompts: {
        hello: 'Say hello',
        talk: { get: () => [{ role: 'assistant', content: { type: 'text', text: 'Hi' } }] },
      },
      completions: { 'user://{id}/card': { id: (value) => [`${value}1`, `${value}2`] } },
    })
    const client = await open(server)
    const read = async (uri: string) => (await client.readResource(uri)).contents[0]
    expect(await read('file:///notes.txt')).toMatchObject({ mimeType: 'text/plain', text: 'Buy milk' })
    expect(await read('file:///pixel.png')).toMatchObject({ mimeType: 'image/png', blob: 'AQID' })
    expect(await read('user://a%20b/card')).toMatchObject({ text: 'user://a%20b/card is a b' })
    expect((await client.listResourceTemplates()).map(({ name }) => name)).toEqual(['card'])
    await expect(client.readResource('file:///no')).rejects.toMatchObject({ code: 'rpc' })
    expect((await client.getPrompt('hello')).messages).toMatchObject([{ role: 'user', content: { text: 'Say hello' } }])
    expect((await client.getPrompt('talk')).messages).toMatchObject([{ role: 'assistant' }])
    const ref = { type: 'ref/resource', uri: 'user://{id}/card' } as const
    expect((await client.complete({ ref, argument: { name: 'id', value: 'x' } })).values).toEqual(['x1', 'x2'])
    await client.close()
  })
})

describe('authorization', () => {
  test('registration, PKCE, consent by a function, refresh after a 401, and a scope that is missing', async () => {
    const asked: string[] = []
    const server = createMockServer({
      auth: authorizationServer({
        scopes: ['read'],
        consent: ({ scope }) => {
          asked.push(scope ?? '')
          return true
        },
      }),
    })
    const redirectUri = 'http://localhost/callback'
    const auth = oauth({ server: server.url, redirectUri, fetch: server.fetch })
    const signIn = async (url: string | URL) => {
      const { headers } = await server.fetch(url, { redirect: 'manual' })
      return headers.get('location')!
    }
    await auth.signIn(async (url: string | URL) => signIn(url) as never)
    const client = await open(server, { fetch: auth.fetch })
    expect(await client.callTool('echo', { text: 'in' })).toMatchObject({ content: [{ text: 'in' }] })
    expect(asked).toEqual(['read'])
    server.expireTokens()
    expect(await client.callTool('echo', { text: 'still in' })).toMatchObject({ content: [{ text: 'still in' }] })
    expect(server.journal.requests.some(({ path }) => path === '/oauth/register')).toBe(true)
    await client.close()
  })

  test('a mock without an authorization server cannot be protected by mistake', async () => {
    const server = createMockServer()
    expect(
      (await server.fetch(`${server.url.replace('/mcp', '')}/.well-known/oauth-protected-resource/mcp`)).status,
    ).toBe(404)
  })
})
