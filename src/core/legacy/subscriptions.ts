/** Changes at a legacy server: its notifications on any stream, and subscriptions to single resources. */
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { refusedPart, toChange } from '../change-notifications.ts'
import type { Era } from '../era.ts'
import { call } from '../rpc/call.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import type { Emitter } from '../util/emitter.ts'

/** Milliseconds that the stream may take to open before `subscribed` is reported without it. */
const READY_TIMEOUT = 2_000

export interface ChangeSources {
  /** Publishes when notifications may have been missed: the session was replaced, or the stream began anew. */
  gaps: Emitter<[reason: string, isSessionReplaced: boolean]>
  /** The number of listeners to each URI. */
  subscriptions: Map<string, number>
  /** Keeps the stream for messages that belong to no call open. */
  openStream(): StreamHold
}

export interface StreamHold {
  /** Resolves when the stream is open, or when there is none. */
  ready: Promise<void>
  release(): void
}

/** Never resolves, since a legacy server cannot end a subscription. Rejects when the deadline passes. */
export async function listenLegacy(
  context: CallContext,
  era: Pick<Era, 'server'>,
  { gaps, openStream, subscriptions }: ChangeSources,
  filter: SubscriptionFilter,
  onChange: (change: Change) => void,
  deadline: Deadline,
): Promise<void> {
  const { environment, warn, notifications, closing } = context
  const { ready, release } = openStream()
  const uris = grantedPart().resourceSubscriptions ?? []
  let subscribing: Promise<string[]> | undefined
  for (const uri of uris) countListener(uri, 1)
  const releases = [
    release,
    notifications.subscribe((method, params) => {
      const change = toChange(method, params, filter)
      if (change) onChange(change)
    }),
    gaps.subscribe((reason, isSessionReplaced) => {
      onChange({ type: 'may-have-changed', reason })
      if (isSessionReplaced && subscribing) void send('resources/subscribe', uris).then(reportSubscribed)
    }),
  ]
  try {
    // `subscribed` says that no later change is missed, so it is reported only when the stream is open.
    await waitForStream()
    subscribing = send('resources/subscribe', uris)
    reportSubscribed(await deadline.race(subscribing))
    await deadline.race(new Promise(() => {}))
  } finally {
    for (const release of releases) release()
    const unused = uris.filter((uri) => countListener(uri, -1) === 0)
    // After the subscription has reached the server, and only if no other listener subscribed meanwhile.
    void subscribing?.then(() => {
      const stillUnused = unused.filter((uri) => !subscriptions.get(uri))
      if (!closing.aborted) void send('resources/unsubscribe', stillUnused)
    })
  }

  function reportSubscribed(resourceSubscriptions: string[]): void {
    if (deadline.passed) return
    const { resourceSubscriptions: _, ...lists } = grantedPart()
    const granted = { ...lists, ...(resourceSubscriptions.length && { resourceSubscriptions }) }
    onChange({ type: 'subscribed', granted, refused: refusedPart(filter, granted) })
  }

  /** Limited, since Firefox reports a response only with its first bytes, which may never arrive. */
  async function waitForStream(): Promise<void> {
    const limits = { what: 'the stream', total: READY_TIMEOUT }
    await withDeadline(environment, limits, ({ race }) => deadline.race(race(ready))).catch(() => {
      deadline.check()
      // Changes before the stream is open are missed.
      void ready.then(() => onChange({ type: 'may-have-changed', reason: 'the stream opened late' }))
    })
  }

  /** The part of the filter that the capabilities of the server cover. */
  function grantedPart(): SubscriptionFilter {
    const { tools, prompts, resources } = era.server.capabilities ?? {}
    const { resourceSubscriptions = [] } = filter
    return {
      ...(filter.toolsListChanged && tools?.listChanged && { toolsListChanged: true }),
      ...(filter.promptsListChanged && prompts?.listChanged && { promptsListChanged: true }),
      ...(filter.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true }),
      ...(resourceSubscriptions.length && resources?.subscribe && { resourceSubscriptions }),
    }
  }

  /** Returns the number of listeners to the URI after this change. */
  function countListener(uri: string, change: 1 | -1): number {
    const listeners = (subscriptions.get(uri) ?? 0) + change
    if (listeners) subscriptions.set(uri, listeners)
    else subscriptions.delete(uri)
    return listeners
  }

  /** Returns the URIs that the server accepted. */
  async function send(method: string, uris: readonly string[] = []): Promise<string[]> {
    const accepted = await Promise.all(
      uris.map((uri) =>
        call(context, method, { uri }).then(
          () => [uri],
          (error) => {
            warn(`${method} failed`, error)
            return []
          },
        ),
      ),
    )
    return accepted.flat()
  }
}
