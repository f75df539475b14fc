/** Changes from servers with a handshake: what they send on any stream, and subscriptions to single resources. */
import { type Caller, call } from '../rpc/call.ts'
import type { Change, SubscriptionFilter } from '../types/subscriptions.ts'
import type { Deadline } from '../util/deadline.ts'
import type { Hub } from '../util/hub.ts'
import { refusedOf, toChange } from './changes.ts'

export interface Sources {
  /** Something went unheard: the session was replaced, or the stream began anew. */
  gaps: Hub<[reason: string, replaced: boolean]>
  /** How many listeners want each address. */
  wanted: Map<string, number>
  /** Keeps the stream open for what belongs to no call; the returned function lets go of it. */
  open(): () => void
}

export async function listenLegacy(
  caller: Caller,
  { gaps, open, wanted }: Sources,
  filter: SubscriptionFilter,
  tell: (change: Change) => void,
  deadline: Deadline,
): Promise<void> {
  const { wire, era, notices, closing } = caller
  const releases = [
    notices.subscribe((method, params) => {
      const change = toChange(method, params, filter)
      if (change) tell(change)
    }),
    open(),
    gaps.subscribe((reason, replaced) => {
      if (replaced) void subscribe('resources/subscribe', granted().resourceSubscriptions)
      tell({ type: 'may-have-changed', reason })
    }),
  ]
  let subscribed: string[] = []
  try {
    const promised = granted()
    const resourceSubscriptions = await deadline.race(subscribe('resources/subscribe', promised.resourceSubscriptions))
    subscribed = resourceSubscriptions
    for (const uri of subscribed) count(uri, 1)
    const { resourceSubscriptions: _, ...lists } = promised
    const given = { ...lists, ...(resourceSubscriptions.length && { resourceSubscriptions }) }
    tell({ type: 'subscribed', granted: given, refused: refusedOf(filter, given) })
    await deadline.race(new Promise(() => {}))
  } finally {
    for (const release of releases) release()
    const unwanted = subscribed.filter((uri) => count(uri, -1) === 0)
    if (!closing.aborted) void subscribe('resources/unsubscribe', unwanted)
  }

  /** What the server announced that it can tell. */
  function granted(): SubscriptionFilter {
    const { tools, prompts, resources } = era.server.capabilities ?? {}
    const { resourceSubscriptions = [] } = filter
    return {
      ...(filter.toolsListChanged && tools?.listChanged && { toolsListChanged: true }),
      ...(filter.promptsListChanged && prompts?.listChanged && { promptsListChanged: true }),
      ...(filter.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true }),
      ...(resourceSubscriptions.length && resources?.subscribe && { resourceSubscriptions }),
    }
  }

  function count(uri: string, change: 1 | -1): number {
    const next = (wanted.get(uri) ?? 0) + change
    wanted.set(uri, next)
    return next
  }

  /** The addresses that the server accepted. */
  async function subscribe(method: string, uris: readonly string[] = []): Promise<string[]> {
    const accepted = await Promise.all(
      uris.map((uri) =>
        call(caller, method, { uri }).then(
          () => [uri],
          (error) => {
            wire.warn(`${method} failed`, error)
            return []
          },
        ),
      ),
    )
    return accepted.flat()
  }
}
