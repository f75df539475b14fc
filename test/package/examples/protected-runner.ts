/** Runs the example that its argument names, in Node or Deno: requests go to the hosts of docs/oauth.md, and to no others. */
import { createHosts } from './hosts.ts'

const hosts = await createHosts()
const overNetwork = globalThis.fetch
const print = console.log

globalThis.fetch = hosts
console.log = (...values) => {
  print(...values)
  const [, address] = /^Please open (.*)/.exec(String(values[0])) ?? []
  if (address) consent(address)
}

// Servers in the same process have no socket, so this keeps the process alive until the example has ended.
setInterval(() => {}, 1_000)

await import(new URL(process.argv[2]!, import.meta.url).href)
process.exit(0)

/** A person who opens the address and agrees; the browser then asks the listener of the example. */
async function consent(address: string): Promise<void> {
  const { headers } = await hosts(address, { redirect: 'manual' })
  await overNetwork(headers.get('location')!)
}
