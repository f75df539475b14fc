/** The TCP proxy: what it counts, breaks, holds back and cuts. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { type Control, createControl } from '../../../src/testing/control/control.ts'
import type { ProxyOptions, TcpProxy } from '../../../src/testing/control/control-types.ts'
import { createRawClient, type RawClient, readEvents } from '../raw-client.ts'

let host: RunningServer
let realms = 0

beforeAll(async () => {
  host = await startServer()
})

afterAll(() => host.dispose())

async function enter(options?: ProxyOptions): Promise<{ server: Control; proxy: TcpProxy; client: RawClient }> {
  realms += 1
  const server = createControl(host, `proxied-${realms}`)
  const proxy = await server.proxy(options)
  return { server, proxy, client: createRawClient(fetch, proxy.url) }
}

/** A connection without a pool in front: asks for an HTTP+SSE stream, which stays open. */
function dial(proxy: TcpProxy): { socket: Socket; answered: Promise<string> } {
  const { port, pathname, host: name } = new URL(proxy.url.replace('/mcp', '/sse'))
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${name}\r\n\r\n`)
  return { socket, answered: new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes)))) }
}

/** The proxy hears of a connection through the network, and has no way to tell when. */
async function countsBecome(proxy: TcpProxy, expected: Awaited<ReturnType<TcpProxy['counts']>>): Promise<void> {
  await expect.poll(() => proxy.counts(), { interval: 5, timeout: 3_000 }).toEqual(expected)
}

test('connections are counted while they are open, and after', async () => {
  const { proxy, server } = await enter()
  const [first, second] = [dial(proxy), dial(proxy)]
  expect(await first.answered).toMatch(/^HTTP\/1.1 200/)
  await second.answered
  expect(await proxy.counts()).toEqual({ accepted: 2, open: 2, refused: 0 })
  first.socket.destroy()
  await countsBecome(proxy, { accepted: 2, open: 1, refused: 0 })
  await server.until((journal) => journal.filter(({ ended }) => ended === 'client-left').length === 1)
  second.socket.destroy()
})

test('a client with a pool reuses its connections through the proxy', async () => {
  const { client, proxy } = await enter()
  await client.hello()
  for (let count = 0; count < 10; count++) await (await client.call('echo', { text: 'a' })).text()
  expect((await proxy.counts()).accepted).toBeLessThanOrEqual(3)
})

test('a reset is a network error for the client, and the server sees its client gone', async () => {
  const { client, proxy, server } = await enter()
  await client.hello()
  const stream = readEvents(await client.listen())
  await stream.take(1)
  await proxy.reset()
  await expect(stream.take(1)).rejects.toThrow('terminated')
  await server.until((journal) => journal.at(-1)?.ended === 'client-left')
  expect((await proxy.counts()).open).toBe(0)
})

test('beyond the cap, connections wait until one is closed, and may give up', async () => {
  const { proxy, server } = await enter({ maxConnections: 2 })
  const [first, second] = [dial(proxy), dial(proxy)]
  await Promise.all([first.answered, second.answered])
  const [impatient, patient] = [dial(proxy), dial(proxy)]
  await countsBecome(proxy, { accepted: 4, open: 4, refused: 0 })
  impatient.socket.destroy()
  await countsBecome(proxy, { accepted: 4, open: 3, refused: 1 })
  expect(await server.methods()).toHaveLength(2)
  first.socket.destroy()
  expect(await patient.answered).toMatch(/^HTTP\/1.1 200/)
  expect(await server.methods()).toHaveLength(3)
  for (const { socket } of [second, patient]) socket.destroy()
})

test('bytes are passed on in pieces', async () => {
  const { proxy } = await enter({ split: 7 })
  const { socket, answered } = dial(proxy)
  expect(await answered).toHaveLength(7)
  socket.destroy()
})

test('bytes are passed on late', async () => {
  const { client } = await enter({ delay: 40 })
  const start = performance.now()
  await client.hello()
  expect(performance.now() - start).toBeGreaterThanOrEqual(39)
})

test('a connection is reset after so many bytes', async () => {
  const { client } = await enter({ resetAfter: 2_000 })
  await client.hello()
  const stream = readEvents(await client.call('big', { bytes: 100_000 }))
  await expect(stream.rest()).rejects.toThrow('terminated')
})

test('a proxy ends with the realm it was opened for', async () => {
  const { proxy, server } = await enter()
  await server.dispose()
  await expect(proxy.counts()).rejects.toThrow('404')
  await expect(fetch(proxy.url)).rejects.toThrow()
})
