/** Runs the example that its argument names: requests to tools.example.com go to the example server. */
import { createExampleServer } from '../../../src/testing/index.ts'

const server = createExampleServer()

globalThis.fetch = async (input, init) => {
  const { host } = new URL(input instanceof Request ? input.url : input)
  if (host === 'tools.example.com') return server.fetch(input, init)
  throw new TypeError(`The examples know no host ${host}`)
}

// A server in the same process has no socket: this keeps the process alive until the example has ended.
setInterval(() => {}, 60_000)

await import(new URL(process.argv[2]!, import.meta.url).href)
process.exit(0)
