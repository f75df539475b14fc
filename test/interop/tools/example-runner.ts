/** Runs the examples that its arguments name, one after the other: their requests go to the example server and to played APIs. */
import { createControlledServer } from '../../package/examples/server.ts'
import { respondAsApi } from './scripted-apis.ts'

/** Printed after each example. */
const END = '--- end of example'

const server = createControlledServer()

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const url = new URL(request.url)
  if (url.host === 'tools.example.com') return server.fetch(input, init)
  const response = await respondAsApi(url, await request.text())
  if (response) return response
  throw new TypeError(`The examples know no host ${url.host}`)
}

// A server in the same process has no socket, so this keeps the process alive until the examples have ended.
setInterval(() => {}, 1_000)

for (const path of process.argv.slice(2)) {
  await import(new URL(path, import.meta.url).href)
  console.log(END)
}
process.exit(0)
