/** The mock server without a network: a fetch that reaches it, and the same control as over HTTP. */
import { type Control, createControl } from './control/control.ts'
import { CONTROL_PATH } from './realm-url.ts'
import { createServer, type ServerOptions } from './server.ts'
import { createMemoryStore, type Store } from './store.ts'
import { orAborted } from './util/abort.ts'

export interface InProcess {
  fetch: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>
  control: Control
}

export function createInProcess(options: Omit<ServerOptions, 'store'> & { store?: Store }): InProcess {
  const server = createServer({ store: createMemoryStore(), ...options })
  const retained = new WeakMap<AbortSignal, Request[]>()
  const urls = { url: 'http://localhost', controlUrl: 'http://localhost/control' }
  return {
    async fetch(input, init) {
      const request = new Request(input, init)
      if (init?.signal) retain(init.signal, request)
      const response = await orAborted(server(request), request.signal)
      // A constructed response has an empty `url`; one that came over a network has that of its request.
      return Object.defineProperty(response, 'url', { value: request.url })
    },
    control: createControl(urls, 'in-process', (url, init) => {
      const path = url.slice(urls.controlUrl.length).replace(/^(\/r\/[^/]+)\//, `$1${CONTROL_PATH}`)
      return server.control(new Request(urls.url + path, init))
    }),
  }

  /** Keeps the request as long as its signal: one that was garbage-collected no longer passes the abort on. */
  function retain(signal: AbortSignal, request: Request): void {
    const requests = retained.get(signal) ?? []
    retained.set(signal, requests)
    requests.push(request)
  }
}
