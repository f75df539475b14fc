/** Runs before an example: requests to tools.example.com go to the example server, and any other host is unknown. */
import { createExampleServer } from './server.ts'

const server = createExampleServer()

globalThis.fetch = async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input)
  if (host === 'tools.example.com') return server.fetch(input, init)
  throw new TypeError(`The examples know no host ${host}`)
}

// A change now and then, for those who listen.
setInterval(() => server.control.act({ notify: { method: 'notifications/tools/list_changed' } }), 50).unref()
