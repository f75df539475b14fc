/** The TCP proxy: counts, resets, limits, splits and delays. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Control,
  createControl,
  type ProxyOptions,
  type TcpProxy,
} from '../../../playground/server/control/control.ts'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createRawClient, type RawClient } from '../raw-client.ts'
import { readEvents } from '../read-events.ts'

let host: RunningServer
let realms = 0

beforeAll(async () => {
  host = await startServer()
})

afterAll(() => host.dispose())

async function openRealm(options?: ProxyOptions): Promise<{ server: Control; proxy: TcpProxy; client: RawClient }> {
  realms += 1
  const server = createControl(host, `proxied-${realms}`)
  const proxy = await server.proxy(options)
  return { server, proxy, client: createRawClient(fetch, proxy.url) }
}

/** A connection outside of any pool: requests an HTTP+SSE stream, which stays open. */
function connectTo(proxy: TcpProxy): { socket: Socket; answered: Promise<string> } {
  const { port, pathname, host: name } = new URL(proxy.url.replace('/mcp', '/sse'))
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${name}\r\n\r\n`)
  return { socket, answered: new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes)))) }
}

/** The proxy learns of connections over the network, so its counts are polled. */
async function countsBecome(proxy: TcpProxy, expected: Awaited<ReturnType<TcpProxy['counts']>>): Promise<void> {
  await expect.poll(() => proxy.counts(), { interval: 5 }).toEqual(expected)
}

test('connections are counted while they are open, and after', async () => {
  const { proxy, server } = await openRealm()
  const [first, second] = [connectTo(proxy), connectTo(proxy)]
  expect(await first.answered).toMatch(/^HTTP\/1.1 200/)
  await second.answered
  expect(await proxy.counts()).toEqual({ accepted: 2, open: 2, refused: 0 })
  first.socket.destroy()
  await countsBecome(proxy, { accepted: 2, open: 1, refused: 0 })
  await server.until((journal) => journal.filter(({ ended }) => ended === 'client-left').length === 1)
  second.socket.destroy()
})

test('a client with a pool reuses its connections through the proxy', async () => {
  const { client, proxy } = await openRealm()
  await client.initialize()
  for (let count = 0; count < 10; count++) await (await client.callTool('echo', { text: 'a' })).text()
  expect((await proxy.counts()).accepted).toBeLessThanOrEqual(3)
})

test('a reset is a network error for the client, and the server notices that the client left', async () => {
  const { client, proxy, server } = await openRealm()
  await client.initialize()
  const stream = readEvents(await client.get())
  await stream.take(1)
  await proxy.reset()
  await expect(stream.take(1)).rejects.toThrow('terminated')
  await server.until((journal) => journal.at(-1)?.ended === 'client-left')
  expect((await proxy.counts()).open).toBe(0)
})

test('beyond the limit, connections wait until another one is closed', async () => {
  const { proxy, server } = await openRealm({ maxConnections: 2 })
  const [first, second] = [connectTo(proxy), connectTo(proxy)]
  await Promise.all([first.answered, second.answered])
  const [closing, waiting] = [connectTo(proxy), connectTo(proxy)]
  await countsBecome(proxy, { accepted: 4, open: 4, refused: 0 })
  closing.socket.destroy()
  await countsBecome(proxy, { accepted: 4, open: 3, refused: 1 })
  expect(await server.methods()).toHaveLength(2)
  first.socket.destroy()
  expect(await waiting.answered).toMatch(/^HTTP\/1.1 200/)
  expect(await server.methods()).toHaveLength(3)
  for (const { socket } of [second, waiting]) socket.destroy()
})

test('bytes are passed on in pieces', async () => {
  const { proxy } = await openRealm({ split: 7 })
  const { socket, answered } = connectTo(proxy)
  expect(await answered).toHaveLength(7)
  socket.destroy()
})

test('bytes are passed on with a delay', async () => {
  const { client } = await openRealm({ delay: 40 })
  const start = performance.now()
  await client.initialize()
  expect(performance.now() - start).toBeGreaterThanOrEqual(39)
})

test('a connection is reset after so many bytes', async () => {
  const { client } = await openRealm({ resetAfter: 2_000 })
  await client.initialize()
  const stream = readEvents(await client.callTool('big', { bytes: 100_000 }))
  await expect(stream.rest()).rejects.toThrow('terminated')
})

test('a proxy ends with the realm it was opened for', async () => {
  const { proxy, server } = await openRealm()
  await server.dispose()
  await expect(proxy.counts()).rejects.toThrow('404')
  await expect(fetch(proxy.url)).rejects.toThrow()
})
