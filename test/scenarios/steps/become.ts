/** Waits for a status of the connection. */
import type { Client } from '../../../src/core/index.ts'

/** Resolves when the connection has this status. */
export function become(client: Client, status: string): Promise<void> {
  return new Promise((resolve) => {
    const check = () => client.connection.status === status && resolve()
    client.subscribe(check)
    check()
  })
}
