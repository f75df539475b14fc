/** Runs the example that its argument names: requests to tools.example.com go to the example server. */
import { createExampleServer } from './server.ts'

const server = createExampleServer()

globalThis.fetch = async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input)
  if (host === 'tools.example.com') return server.fetch(input, init)
  throw new TypeError(`The examples know no host ${host}`)
}

// A change now and then, for those that listen. A server in the same process has no socket, so this also keeps the
// process alive until the example has ended.
setInterval(() => server.control.act({ notify: { method: 'notifications/tools/list_changed' } }), 50)

await import(new URL(process.argv[2]!, import.meta.url).href)
process.exit(0)
