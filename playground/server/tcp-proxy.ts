/** A TCP proxy: counts, resets, splits and delays connections, and lets the server notice at once that a client has left. */
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import type { ProxyOptions } from './control/control.ts'
import { shapeBytes } from './shape-bytes.ts'

export interface RunningProxy {
  /** The origin that clients call. */
  url: string
  /** `refused` never reached the server: it did not accept them, or they closed while they waited for their turn. */
  counts(): { accepted: number; open: number; refused: number }
  /** Sends RST on all connections. */
  reset(): void
  close(): Promise<void>
}

/** A connection that waits for its turn, with the bytes that its client has sent so far. */
interface WaitingConnection {
  client: Socket
  received: Uint8Array[]
  onData(bytes: Uint8Array): void
}

export async function startProxy(
  target: { port: number },
  options: ProxyOptions & { port?: number } = {},
): Promise<RunningProxy> {
  const { maxConnections = Infinity, port = 0 } = options
  const isShaping = [options.split, options.resetAfter, options.delay].some((value) => value !== undefined)
  const clients = new Set<Socket>()
  const queue: WaitingConnection[] = []
  let accepted = 0
  let refused = 0
  let active = 0
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
    const waiting: WaitingConnection = { client, received: [], onData: (bytes) => waiting.received.push(bytes) }
    client.on('error', () => {})
    client.on('data', waiting.onData)
    client.once('end', () => client.destroy())
    client.once('close', () => {
      clients.delete(client)
      dequeue(waiting)
    })
    queue.push(waiting)
    connectWaiting()
  }

  function dequeue(waiting: WaitingConnection): void {
    const index = queue.indexOf(waiting)
    if (index < 0) return
    queue.splice(index, 1)
    refused += 1
  }

  function connectWaiting(): void {
    while (active < maxConnections && queue.length > 0) connect(queue.shift()!)
  }

  function connect({ client, received, onData }: WaitingConnection): void {
    active += 1
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
      // workerd notices a client that closes with FIN only when it writes to it again; it notices a reset at once.
      if (!upstream.destroyed) upstream.resetAndDestroy()
      active -= 1
      connectWaiting()
    })
    client.off('data', onData)
    for (const bytes of received) upstream.write(bytes)
    client.pipe(upstream, { end: false })
    const shaped = isShaping ? upstream.pipe(shapeBytes(options, () => client.resetAndDestroy())) : upstream
    shaped.pipe(client)
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
