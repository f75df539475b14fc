/** Changes from servers with a handshake: what they send on any stream, and subscriptions to single resources. */

import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { refusedOf, toChange } from '../change-notifications.ts'
import { type Caller, call } from '../rpc/call.ts'
import { createDeadline, type Deadline } from '../util/deadline.ts'
import type { Emitter } from '../util/emitter.ts'

/** Milliseconds for the stream to open. */
const READY_LIMIT = 2_000

export interface Sources {
  /** Something went unheard: the session was replaced, or the stream began anew. */
  gaps: Emitter<[reason: string, replaced: boolean]>
  /** How many listeners want each address. */
  wanted: Map<string, number>
  /** Keeps the stream open for what belongs to no call, until it is let go of. */
  open(): Opened
  /** The era is over. */
  close(): void
}

export interface Opened {
  /** Settles when the stream is there, or there is none. */
  ready: Promise<void>
  release(): void
}

export async function listenLegacy(
  caller: Caller,
  { gaps, open, wanted }: Sources,
  filter: SubscriptionFilter,
  tell: (change: Change) => void,
  deadline: Deadline,
): Promise<void> {
  const { wire, era, notices, closing } = caller
  const { ready, release } = open()
  const uris = granted().resourceSubscriptions ?? []
  let subscribing: Promise<string[]> | undefined
  for (const uri of uris) count(uri, 1)
  const releases = [
    release,
    notices.subscribe((method, params) => {
      const change = toChange(method, params, filter)
      if (change) tell(change)
    }),
    gaps.subscribe((reason, replaced) => {
      tell({ type: 'may-have-changed', reason })
      if (replaced && subscribing) void subscribe('resources/subscribe', uris).then(promise)
    }),
  ]
  try {
    // Who is told to be subscribed must not miss what comes next.
    await waitForStream()
    subscribing = subscribe('resources/subscribe', uris)
    promise(await deadline.race(subscribing))
    await deadline.race(new Promise(() => {}))
  } finally {
    for (const release of releases) release()
    const unwanted = uris.filter((uri) => count(uri, -1) === 0)
    // Not before the server has heard of the subscription, and only if nobody has come for it since.
    void subscribing?.then(() => {
      const left = unwanted.filter((uri) => !wanted.get(uri))
      if (!closing.aborted) void subscribe('resources/unsubscribe', left)
    })
  }

  /** The same promise again is no news to who listens. */
  function promise(resourceSubscriptions: string[]): void {
    if (deadline.passed) return
    const { resourceSubscriptions: _, ...lists } = granted()
    const given = { ...lists, ...(resourceSubscriptions.length && { resourceSubscriptions }) }
    tell({ type: 'subscribed', granted: given, refused: refusedOf(filter, given) })
  }

  /** Firefox shows a stream only when something has come on it, which may be never. */
  async function waitForStream(): Promise<void> {
    const waiting = createDeadline(wire.environment, { what: 'the stream', total: READY_LIMIT })
    try {
      await deadline.race(waiting.race(ready))
    } catch {
      deadline.check()
      // What came before the stream is there went unheard.
      void ready.then(() => tell({ type: 'may-have-changed', reason: 'the stream opened late' }))
    } finally {
      waiting.stop()
    }
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
    if (next) wanted.set(uri, next)
    else wanted.delete(uri)
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
