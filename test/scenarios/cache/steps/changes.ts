/** Reads change notifications one by one. */
import type { Client } from '../../../../src/core/index.ts'

/** Resolves when the server has acknowledged the subscription; each call then gives the next change. */
export async function subscribeToChanges(
  client: Client,
  filter: Parameters<Client['listen']>[0],
): Promise<() => Promise<unknown>> {
  const changes = client.listen(filter)[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => (await changes.next()).value
  await next()
  return next
}
