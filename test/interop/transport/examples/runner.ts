/** Runs the examples that its arguments name, one after the other: their requests go to the example servers. */
import { authorizationServer, createMockServer } from '../../../../src/testing/index.ts'
import { createControlledServer } from '../../../package/examples/server.ts'

/** Printed after each example. */
const END = '--- end of example'

const open = createControlledServer()
const closed = createMockServer({ origin: 'https://private.example.com', auth: authorizationServer() })

globalThis.fetch = async (input, init) => {
  const { host } = new URL(new Request(input, init).url)
  if (host === 'tools.example.com') return open.fetch(input, init)
  if (host === 'private.example.com') return closed.fetch(input as string, init)
  return new Response('Not found', { status: 404 })
}

// A server in the same process has no socket, so this keeps the process alive until the examples have ended.
setInterval(() => {}, 1_000)

for (const path of process.argv.slice(2)) {
  await import(new URL(path, import.meta.url).href)
  console.log(END)
}
process.exit(0)
