/** A listener on 127.0.0.1 that answers to its own names only: another one would be DNS rebinding. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '../../src/shared/node-handler.ts'
import { CommandError } from '../command/errors.ts'

export interface Listening {
  port: number
  close(): void
}

export type Handler = (request: Request) => Response | Promise<Response>

/** `answer` is called with the port once it is known. `refusal` is what a request for another host gets. */
export async function listenOnLoopback(
  port: number,
  answer: (port: number) => Handler,
  refusal: string,
): Promise<Listening> {
  let handle: ReturnType<typeof toNodeHandler> | undefined
  const server = createServer((incoming, outgoing) => {
    const { headers, url = '' } = incoming
    const { host = '' } = headers
    // A whole URL in the place of the path is for proxies: it may name any host.
    if (!url.startsWith('/')) return void outgoing.writeHead(400).end('Bad request\n')
    if (!hosts.has(host.toLowerCase())) return void outgoing.writeHead(421).end(refusal)
    handle?.(incoming, outgoing)
  })
  // Calls may take longer than Node's five minutes.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isUsed = error.code === 'EADDRINUSE'
      reject(isUsed ? new CommandError(`port ${port} is in use; choose another with --port`) : error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  const hosts = new Set([`127.0.0.1:${actual}`, `localhost:${actual}`])
  if (actual === 80) for (const name of ['127.0.0.1', 'localhost']) hosts.add(name)
  handle = toNodeHandler(answer(actual))
  return {
    port: actual,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Resolves with Ctrl-C. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
