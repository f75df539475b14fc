/** Reads lists again when their server reports changes. Without reports they only grow older. */
import type { Client } from '../core/index.ts'
import type { Environment } from '../core/util/environment.ts'
import type { ListName } from './types.ts'

/** Milliseconds between two times: some servers report a change whenever a list is read, which must not become a loop. */
const MIN_INTERVAL = 1_000

/** `isRead` tells whether the lists had been read before the server confirmed the subscription. */
export async function followLists(
  client: Client,
  lists: readonly ListName[],
  { monotonic, setTimer }: Environment,
  refresh: (lists: readonly ListName[]) => unknown,
  isRead: () => boolean,
): Promise<void> {
  const { capabilities } = client.server
  const reported = lists.filter((list) => !capabilities || capabilities[list]?.listChanged)
  if (!reported.length) return
  const filter = Object.fromEntries(reported.map((list) => [`${list}ListChanged`, true]))
  const changed = new Set<ListName>()
  let next = 0
  let stopTimer = () => {}
  try {
    for await (const { type } of client.listen(filter, { reopen: true })) {
      const isList = type === 'tools' || type === 'resources' || type === 'prompts'
      // Changes before the subscription were not reported.
      const stale = isList ? [type] : type === 'may-have-changed' || isRead() ? lists : []
      const isPlanned = changed.size > 0
      for (const list of stale) changed.add(list)
      if (isPlanned || !changed.size) continue
      const delay = Math.max(0, next - monotonic())
      next = monotonic() + delay + MIN_INTERVAL
      stopTimer = setTimer(
        () => {
          refresh([...changed])
          changed.clear()
        },
        delay,
        true,
      )
    }
  } catch {
    // This server does not report changes.
  } finally {
    stopTimer()
  }
}
