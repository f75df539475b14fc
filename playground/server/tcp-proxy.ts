/** A TCP proxy: counts connections, breaks, cuts and delays them, and passes on that a client has gone. */
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import type { ProxyOptions } from '../../src/testing/control/control-types.ts'
import { createPassage } from './shape-bytes.ts'

export interface TcpProxy {
  /** The origin that clients call. */
  url: string
  /** `refused` never reached the server: it would not take them, or they gave up waiting for their turn. */
  counts(): { accepted: number; open: number; refused: number }
  /** Sends RST on all connections. */
  reset(): void
  close(): Promise<void>
}

/** A connection that waits for its turn, and what its client has said so far. */
interface Waiting {
  client: Socket
  said: Uint8Array[]
  listen(bytes: Uint8Array): void
}

export async function startProxy(
  target: { port: number },
  options: ProxyOptions & { port?: number } = {},
): Promise<TcpProxy> {
  const { maxConnections = Infinity, port = 0 } = options
  const clients = new Set<Socket>()
  const queue: Waiting[] = []
  let accepted = 0
  let refused = 0
  let busy = 0
  const server = createServer({ noDelay: true }, accept)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ accepted, open: clients.size, refused }),
    reset,
    close,
  }

  function accept(client: Socket): void {
    accepted += 1
    clients.add(client)
    const waiting: Waiting = { client, said: [], listen: (bytes) => waiting.said.push(bytes) }
    client.on('error', () => {})
    client.on('data', waiting.listen)
    client.once('end', () => client.destroy())
    client.once('close', () => {
      clients.delete(client)
      giveUp(waiting)
    })
    queue.push(waiting)
    admit()
  }

  function giveUp(waiting: Waiting): void {
    const place = queue.indexOf(waiting)
    if (place < 0) return
    queue.splice(place, 1)
    refused += 1
  }

  function admit(): void {
    while (busy < maxConnections && queue.length > 0) join(queue.shift()!)
  }

  function join({ client, said, listen }: Waiting): void {
    busy += 1
    const upstream = connectTo({ port: target.port, host: '127.0.0.1', noDelay: true })
    let isConnected = false
    upstream.once('connect', () => {
      isConnected = true
    })
    upstream.on('error', () => {})
    upstream.once('close', (hadError) => {
      if (!isConnected) refused += 1
      if (hadError) client.resetAndDestroy()
      else client.destroySoon()
    })
    client.once('close', () => {
      // workerd overlooks a client that closes in good order until it writes to it again; a reset it sees at once.
      if (!upstream.destroyed) upstream.resetAndDestroy()
      busy -= 1
      admit()
    })
    client.off('data', listen)
    for (const bytes of said) upstream.write(bytes)
    client.pipe(upstream, { end: false })
    upstream.pipe(createPassage(options, () => client.resetAndDestroy())).pipe(client)
  }

  function reset(): void {
    for (const client of clients) client.resetAndDestroy()
  }

  async function close(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const client of clients) client.destroy()
    await closed
  }
}
