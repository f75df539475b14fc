/** HTTP+SSE: the endpoint event, POSTs, and all streams together. */
import { describe, expect, test } from 'vitest'
import { createTransport } from './fixtures.ts'

const post = (sessionId: string | null, body = '{"jsonrpc":"2.0","method":"notifications/initialized"}') =>
  new Request(`http://server.test/message${sessionId === null ? '' : `?session_id=${sessionId}`}`, {
    method: 'POST',
    body,
  })

describe('the endpoint frame', () => {
  test.each([
    ['relative', { endpoint: 'relative' }, [/^\/realm\/message\?session_id=[a-z0-9]{32}$/]],
    ['absolute', { endpoint: 'absolute' }, [/^http:\/\/server\.test\/realm\/message\?session_id=[a-z0-9]{32}$/]],
    ['absolute in the ibm profile', { ibm: true }, [/^http:\/\/server\.test\/realm\/message\?session_id=/]],
    ['another url', { endpoint: { url: 'javascript:alert(1)' } }, [/^javascript:alert\(1\)$/]],
    ['missing', { endpoint: 'never' }, []],
  ] as const)('can be %s', async (_name, config, expected) => {
    const { events } = await createTransport(config).open()
    expect(events.map(({ event }) => event)).toEqual(expected.map(() => 'endpoint'))
    for (const [index, pattern] of expected.entries()) expect(events[index]?.data).toMatch(pattern)
  })

  test('can come twice, the second time for an unknown session', async () => {
    const { open, transport } = createTransport({ endpoint: 'twice' })
    const { events, endpoint, post } = await open()
    expect(events.map(({ event }) => event)).toEqual(['endpoint', 'endpoint'])
    expect(await post({ method: 'notifications/initialized' })).toBe(202)
    const second = new URL(events[1]!.data, endpoint)
    const { status } = await transport.post(new Request(second, { method: 'POST', body: '{}' }))
    expect(status).toBe(404)
  })
})

describe('the session id of a POST', () => {
  test.each([
    ['missing', null],
    ['empty', ''],
    ['129 characters', 'a'.repeat(129)],
    ['with a slash', 'a/b'],
    ['with a colon', 'a:b'],
    ['with a line end', 'a%0A'],
  ])('is refused with 400 when it is %s [B-04]', async (_name, id) => {
    expect((await createTransport().transport.post(post(id))).status).toBe(400)
  })

  test.each([['a'], ['Z'.repeat(128)], ['az-AZ_09']])('is accepted as an id when it is %s [B-04]', async (id) => {
    expect((await createTransport().transport.post(post(id))).status).toBe(404)
  })
})

describe('a POST', () => {
  test('is refused with 400 when it is not one JSON-RPC message', async () => {
    const client = await createTransport().open()
    const bad = [
      '',
      '{oops',
      'null',
      '[]',
      '{}',
      '{"jsonrpc":"1.0","method":"a"}',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":null,"method":"a"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"a"}',
      '{"jsonrpc":"2.0","id":1,"method":"a","params":[]}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    ]
    const statuses = await Promise.all(bad.map((body) => client.post(body)))
    expect(statuses).toEqual(bad.map(() => 400))
    expect(await client.initialize()).toBe(202)
    expect(client.messages()).toMatchObject([{ id: 0, result: { protocolVersion: '2024-11-05' } }])
  })

  test.each([[200], [202], [204]])('can be answered %i, and the message is handled', async (postStatus) => {
    const client = await createTransport({ postStatus }).open()
    expect(await client.initialize()).toBe(postStatus)
    expect(client.messages()).toHaveLength(1)
  })

  test('can be refused as configured, and then the message is not handled', async () => {
    const { open, config } = createTransport({ postStatus: 500 })
    const client = await open()
    expect(await client.initialize()).toBe(500)
    config.postStatus = 202
    await client.post({ id: 1, method: 'echo' })
    expect(client.messages()).toMatchObject([{ id: 1, error: { code: -32600 } }])
  })

  test('gets 404 when its client has left, and when the session expired while the stream is open', async () => {
    const { open, transport } = createTransport()
    const leaving = await open()
    const staying = await open()
    await leaving.cancel()
    expect([await leaving.initialize(), await staying.initialize()]).toEqual([404, 202])
    transport.expireSessions()
    expect(await staying.post({ id: 1, method: 'echo' })).toBe(404)
    transport.broadcast('notifications/tools/list_changed')
    await staying.until(({ length }) => length === 3)
  })
})

describe('all streams', () => {
  test('get every broadcast, and end together', async () => {
    const ended: string[] = []
    const { clock, open, transport } = createTransport({}, { onEnded: (_id, { reason }) => ended.push(reason) })
    const clients = [await open(), await open()]
    transport.broadcast('notifications/resources/updated', { uri: 'test://1' })
    await clock.settle()
    const broadcast = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'test://1' } }
    expect(clients.map(({ messages }) => messages())).toEqual([[broadcast], [broadcast]])
    expect(transport.size()).toBe(2)
    await transport.closeAll()
    expect(await Promise.all(clients.map((client) => client.ended))).toEqual(['closed', 'closed'])
    expect([ended, transport.size()]).toEqual([['server-closed', 'server-closed'], 0])
  })

  test('end each with its own request, even before the first byte', async () => {
    const ended: string[] = []
    const { clock, open, transport } = createTransport({}, { onEnded: (_id, { reason }) => ended.push(reason) })
    const stop = new AbortController()
    const client = await open(stop.signal)
    await open()
    stop.abort()
    expect(await client.ended).toBe('broken')
    transport.open(new Request('http://server.test/sse', { signal: AbortSignal.abort() }))
    await clock.settle()
    expect([ended, transport.size()]).toEqual([['client-left', 'client-left'], 1])
  })
})
