/** The mock server of this repository without a network: a fetch that reaches it, and the same control as over HTTP. */
import type { ServerContent } from '../../../src/testing/features/features.ts'
import { createInProcessFetch, type MockFetch } from '../../../src/testing/http/in-process-fetch.ts'
import { createAuthorization } from '../../../src/testing/oauth/authorization.ts'
import { createServer, type ServerOptions } from '../../../src/testing/server.ts'
import { createMemoryStore, type Store } from '../../../src/testing/store.ts'
import { createTestContent } from '../content/index.ts'
import { type Control, createControl } from './control.ts'
import { CONTROL_PATH, createControlRoutes } from './control-routes.ts'

export interface InProcess {
  fetch: MockFetch
  control: Control
}

export interface InProcessOptions extends Pick<ServerOptions, 'clock' | 'random'> {
  store?: Store
  content?: () => ServerContent
}

export function createInProcess(options: InProcessOptions): InProcess {
  const { store = createMemoryStore(), content = createTestContent, ...rest } = options
  const server = createServer({ ...rest, store, content, createAuthorization })
  const control = createControlRoutes(server)
  const urls = { url: 'http://localhost', controlUrl: 'http://localhost/control' }
  return {
    fetch: createInProcessFetch(server.fetch),
    control: createControl(urls, 'in-process', (url, init) => {
      const path = url.slice(urls.controlUrl.length).replace(/^(\/r\/[^/]+)\//, `$1${CONTROL_PATH}`)
      return control(new Request(urls.url + path, init))
    }),
  }
}
