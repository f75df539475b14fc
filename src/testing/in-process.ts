/** The mock server without a network: a fetch that reaches it, and the control that scenarios have everywhere. */
import { orAborted } from './util/abort.ts'
import { type Control, createControl } from './control/control.ts'
import { CONTROL } from './realm-url.ts'
import { createServer, type ServerOptions } from './server.ts'
import { createMemoryStore, type Store } from './sse/store.ts'

export interface InProcess {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>
  control: Control
}

export function createInProcess(options: Omit<ServerOptions, 'store'> & { store?: Store }): InProcess {
  const server = createServer({ store: createMemoryStore(), ...options })
  const held = new WeakMap<AbortSignal, Request[]>()
  const urls = { url: 'http://localhost', controlUrl: 'http://localhost/control' }
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      if (init?.signal) hold(init.signal, request)
      const response = await orAborted(server(request), request.signal)
      // A response that came over a network knows where from.
      return Object.defineProperty(response, 'url', { value: request.url })
    },
    control: createControl(urls, 'in-process', (url, init) => {
      const path = url.slice(urls.controlUrl.length).replace(/^(\/r\/[^/]+)\//, `$1${CONTROL}`)
      return server.control(new Request(urls.url + path, init))
    }),
  }

  /** A Request hears of its signal only until it is collected, and a client that waits for ever holds none. */
  function hold(signal: AbortSignal, request: Request): void {
    const requests = held.get(signal) ?? []
    held.set(signal, requests)
    requests.push(request)
  }
}
