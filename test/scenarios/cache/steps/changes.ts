/** Hears what a server tells of changes, one thing at a time. */
import type { Client } from '../../../../src/core/index.ts'

/** Resolves when the server has agreed to tell; then each call gives the next thing it tells. */
export async function hear(client: Client, filter: Parameters<Client['listen']>[0]): Promise<() => Promise<unknown>> {
  const changes = client.listen(filter)[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => (await changes.next()).value
  await next()
  return next
}
