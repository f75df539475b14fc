/** Lets a few of the programs run at a time that the suite starts all at once. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Gate {
  /** Answers a request when its program may go on. */
  url: string
  close(): void
}

/** Milliseconds; longer than any scenario, so that a connection is open as long as its program runs. */
const KEEP_OPEN = 60_000

export async function openGate(places: number): Promise<Gate> {
  let free = places
  const waiting: ServerResponse[] = []
  const server = createServer({ keepAliveTimeout: KEEP_OPEN }, (_, response) => {
    waiting.push(response)
    admit()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, close: () => server.close().closeAllConnections() }

  function admit(): void {
    while (free > 0 && waiting.length > 0) {
      const response = waiting.shift()!
      // A program that has ended meanwhile.
      if (response.destroyed) continue
      free--
      response.socket!.once('close', () => {
        free++
        admit()
      })
      response.end()
    }
  }
}
