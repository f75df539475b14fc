/** A port for a server that cannot report the port of `0`. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems take the ports of outgoing connections from 32768 up (Linux) or 49152 up, so those below stay free. */
const FIRST_PORT = 12_000
const LAST_PORT = 32_000
let nextPort = FIRST_PORT + (process.pid % (LAST_PORT - FIRST_PORT))

/** One that is free now, and is still free when the server restarts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort
    nextPort = port < LAST_PORT ? port + 1 : FIRST_PORT
    const holder = createServer().listen(port, '127.0.0.1')
    const isFree = await once(holder, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await once(holder.close(), 'close')
    return port
  }
}
