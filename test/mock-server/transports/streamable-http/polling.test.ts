/** Streamable HTTP: priming events, server-side disconnect, replay and the GET stream. */
import { expect, test } from 'vitest'
import { createTestServer } from '../../raw-client.ts'
import { messagesIn, messagesOf, readEvents } from '../../read-events.ts'

test('a stream begins with a priming event only for clients at 2025-11-25', async () => {
  const { client, server } = createTestServer()
  await server.configure({ retry: 500 })
  const firstEvent = async (version: string) => {
    await client.initialize(version)
    return (await readEvents(await client.callTool('echo', { text: 'a' })).take(1))[0]
  }
  expect(await firstEvent('2025-11-25')).toMatchObject({ id: expect.any(String), data: '' })
  expect(await firstEvent('2025-06-18')).not.toMatchObject({ data: '' })
  await server.configure({ prime: false })
  expect(await firstEvent('2025-11-25')).not.toMatchObject({ data: '' })
})

test('a priming event has the configured retry', async () => {
  const { client, server } = createTestServer()
  await server.configure({ retry: 500 })
  await client.initialize()
  expect(await (await client.callTool('echo', { text: 'a' })).text()).toMatch(/^id: \S+\nretry: 500\ndata:\n\n/)
})

test('a client that requests an unknown revision gets no priming event on its initialize', async () => {
  const { client } = createTestServer()
  expect(await (await client.initialize('2099-01-01')).text()).not.toMatch(/^data:\n/m)
  expect(await (await client.initialize()).text()).toMatch(/^data:\n/m)
})

test('closing a stream twice has no effect, the work goes on, and the stream is resumable [B-12]', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const work = [{ prime: true }, { closeConnection: true }, { closeConnection: true }] as const
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [...work, { notify: 1 }, { answer: true }] })
  const [primer, ...nothing] = await readEvents(await client.callTool('echo', { text: 'a' }, { id: 7 })).rest()
  expect(nothing).toEqual([])
  const events = await readEvents(await client.get(primer!.id)).rest()
  expect(messagesIn(events).map(({ method, id }) => method ?? id)).toEqual(['notifications/progress', 7])
  expect(events.filter(({ data }) => data === '')).toHaveLength(1)
})

test('closing while a slow client has not read everything loses nothing [B-12]', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const text = 'x'.repeat(200_000)
  const big = { notify: { method: 'notifications/message', params: { level: 'info', data: text } }, store: true }
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [big, big, { closeConnection: true }, { answer: true }] })
  const [first, second] = await readEvents(await client.callTool('echo', { text: 'a' })).rest()
  expect([first?.data.length, second?.data.length].every((length) => length! > 200_000)).toBe(true)
  expect(await messagesOf(await client.get(first!.id))).toHaveLength(2)
  expect(await messagesOf(await client.get(second!.id))).toHaveLength(1)
})

test('a resumed stream can be closed and resumed again, with one priming event per connection [B-12]', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const closed = [{ barrier: 'resumed' }, { notify: 1 }, { closeConnection: true }] as const
  const again = [{ barrier: 'resumed again' }, { notify: 1 }, { answer: true }] as const
  const steps = [{ prime: true }, { closeConnection: true }, ...closed, ...again] as const
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [...steps] })
  const [primer] = await readEvents(await client.callTool('echo', { text: 'a' }, { id: 7 })).rest()
  const resumed = await client.get(primer!.id)
  await server.release('resumed')
  const second = await readEvents(resumed).rest()
  expect(second.map(({ data }) => data === '')).toEqual([true, false])
  const resumedAgain = await client.get(second.at(-1)!.id)
  await server.release('resumed again')
  const third = await readEvents(resumedAgain).rest()
  expect(third.map(({ data }) => data === '')).toEqual([true, false, false])
  expect(messagesIn(third).at(-1)?.id).toBe(7)
  const ids = [primer, ...second, ...third].map((event) => event!.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the id of a priming event stands for the position before the replay', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const steps = [{ prime: true }, { closeConnection: true }, { notify: 2 }, { answer: true }] as const
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [...steps] })
  const [primer] = await readEvents(await client.callTool('echo', { text: 'a' })).rest()
  const [secondPrimer] = await readEvents(await client.get(primer!.id)).take(1)
  expect(await messagesOf(await client.get(secondPrimer!.id))).toHaveLength(3)
})

test('closeStream closes the stream of a client that can resume, and leaves others open', async () => {
  const { client, clock } = createTestServer()
  await client.initialize()
  const response = await client.callTool('test_reconnection')
  const events = await readEvents(response).rest()
  const cursor = events.at(-1)!.id
  await clock.advance(1_000)
  expect((await messagesOf(await client.get(cursor))).at(-1)?.result).toBeDefined()
  await client.initialize('2025-06-18')
  const whole = client.callTool('test_reconnection').then(messagesOf)
  await clock.advance(1_000)
  expect((await whole).at(-1)?.result).toBeDefined()
})

test('a client that disconnects does not cancel its request: the answer is stored for it', async () => {
  const { client, server, clock } = createTestServer()
  await client.initialize()
  const stream = readEvents(await client.callTool('slow', { ms: 1_000 }, { id: 7 }))
  const [primer] = await stream.take(1)
  await stream.cancel()
  await server.until((journal) => journal.at(-1)?.ended === 'client-left')
  await clock.advance(1_000)
  expect((await messagesOf(await client.get(primer!.id))).at(-1)).toMatchObject({ id: 7, result: {} })
})

test('replay has the missed events of that stream only, or one more if configured', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const first = await readEvents(await client.callTool('count', { to: 3 }, { progressToken: 'a' })).rest()
  await messagesOf(await client.callTool('count', { to: 3 }, { progressToken: 'b' }))
  const afterOne = first.filter(({ data }) => data !== '')[0]!.id
  expect(await messagesOf(await client.get(afterOne))).toEqual(messagesIn(first).slice(1))
  await server.configure({ replay: 'duplicate' })
  expect(await messagesOf(await client.get(afterOne))).toEqual(messagesIn(first))
})

test('an unknown event id, also one of another session, is refused or gets an empty stream', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const [foreign] = await readEvents(await client.callTool('echo', { text: 'a' })).rest()
  await client.initialize()
  expect((await client.get('nonsense')).status).toBe(400)
  expect((await client.get(foreign!.id)).status).toBe(400)
  await server.configure({ unknownCursor: 'empty' })
  expect(await readEvents(await client.get('nonsense')).rest()).toEqual([])
})

test('an event id outside ASCII can be resumed from', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const steps = [{ event: { id: 'é✓' } }, { closeConnection: true }, { answer: true }] as const
  await server.script({ on: { rpcMethod: 'tools/call' }, do: [...steps] })
  await messagesOf(await client.callTool('echo', { text: 'a' }, { id: 7 }))
  const bytes = String.fromCharCode(...new TextEncoder().encode('é✓'))
  expect((await messagesOf(await client.get(bytes))).at(-1)?.id).toBe(7)
})

test('a session has one GET stream: a second one gets 409 unless the first has just ended', async () => {
  const { client, clock } = createTestServer()
  await client.initialize()
  const first = readEvents(await client.get())
  const refused = client.get()
  await clock.advance(1_000)
  expect((await refused).status).toBe(409)
  const second = client.get()
  await clock.advance(100)
  await first.cancel()
  expect((await second).status).toBe(200)
})

test('a GET stream that was closed is resumed with the messages sent meanwhile', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  const stream = readEvents(await client.get())
  const [primer] = await stream.take(1)
  await server.act({ closeStreams: 'get' })
  expect(await stream.rest()).toEqual([])
  await server.act({ notify: { method: 'notifications/tools/list_changed' } })
  const resumed = readEvents(await client.get(primer!.id))
  expect(messagesIn(await resumed.take(2))).toMatchObject([{ method: 'notifications/tools/list_changed' }])
  await server.act({ notify: { method: 'notifications/prompts/list_changed' } })
  expect(messagesIn(await resumed.take(1))).toMatchObject([{ method: 'notifications/prompts/list_changed' }])
})

test('GET is answered as configured', async () => {
  const { client, server } = createTestServer()
  await client.initialize()
  await server.configure({ get: { status: 405 } })
  expect((await client.get()).status).toBe(405)
  await server.configure({ get: 'html' })
  expect((await client.get()).headers.get('content-type')).toBe('text/html')
  await server.configure({ get: 'acceptAndClose' })
  expect(await (await client.get()).text()).toBe('')
  await server.configure({ get: 'sse' })
  expect((await readEvents(await client.get()).take(1))[0]).toMatchObject({ event: 'endpoint' })
})
