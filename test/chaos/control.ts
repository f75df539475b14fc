/** The counter of the servers' tools, and what they wait for: each server reports here before a tool does anything. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Control {
  origin: string
  /** How often the tool was executed with this key. */
  executions(key: string): number
  /** Resolves when the tool was executed with this key. */
  started(key: string): Promise<void>
  /** Lets the tool answer that waits with this key, now or later. */
  release(key: string): void
  close(): Promise<void>
}

export async function startControl(): Promise<Control> {
  const counts = new Map<string, number>()
  const released = new Set<string>()
  const waiting = new Map<string, ServerResponse[]>()
  const watchers = new Map<string, (() => void)[]>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://control')
    const key = searchParams.get('key') ?? ''
    if (pathname === '/started') {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      for (const resolve of watchers.get(key)?.splice(0) ?? []) resolve()
      response.end()
    } else if (pathname === '/hold' && !released.has(key)) {
      waiting.set(key, [...(waiting.get(key) ?? []), response])
    } else response.end()
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    executions: (key) => counts.get(key) ?? 0,
    started(key) {
      if (counts.has(key)) return Promise.resolve()
      return new Promise((resolve) => watchers.set(key, [...(watchers.get(key) ?? []), resolve]))
    },
    release(key) {
      released.add(key)
      for (const response of waiting.get(key)?.splice(0) ?? []) response.end()
    },
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}
