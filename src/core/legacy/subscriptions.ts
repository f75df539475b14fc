/** Changes at a legacy server: its notifications on any stream, and subscriptions to single resources. */
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { LISTS, refusedPart, toChange } from '../change-notifications.ts'
import type { Era } from '../era.ts'
import { call } from '../rpc/call.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { type Deadline, withDeadline } from '../util/deadline.ts'
import type { Emitter } from '../util/emitter.ts'

export interface ChangeSources {
  /** Publishes when notifications may have been missed: the session was replaced, or the stream began anew. */
  gaps: Emitter<[reason: string, isSessionReplaced: boolean]>
  /** The number of listeners to each URI. */
  subscriptions: Map<string, number>
  /** Keeps the stream for messages that belong to no call open. */
  openStream(): StreamHold
}

export interface StreamHold {
  /** Resolves when the stream of the current session is open, or when there is none. */
  ready(): Promise<void>
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
  /** Milliseconds that the stream may take to open before `subscribed` is reported without it. */
  const readyTimeout = 2_000
  const { environment, warn, notifications, closing } = context
  const { ready, release } = openStream()
  const uris = grantedPart().resourceSubscriptions ?? []
  let subscribing: Promise<string[]> | undefined
  /** Aborted when the session is replaced, since everything is subscribed again then. */
  let attempt = new AbortController()
  for (const uri of uris) countListener(uri, 1)
  const releases = [
    release,
    notifications.subscribe((method, params) => {
      const change = toChange(method, params, filter)
      if (change) onChange(change)
    }),
    gaps.subscribe((reason, isSessionReplaced) => {
      if (!isSessionReplaced) return onChange({ type: 'may-have-changed', reason })
      attempt.abort()
      attempt = new AbortController()
      void subscribe(attempt.signal, reason)
    }),
  ]
  try {
    void subscribe(attempt.signal)
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

  /** Reports the end of the gap last: a consumer that reads from the server earlier could miss a change. */
  async function subscribe(signal: AbortSignal, gap?: string): Promise<void> {
    // `subscribed` says that no later change is missed, so it is reported only when the stream is open.
    await waitForStream()
    if (signal.aborted || deadline.passed) return
    subscribing = send('resources/subscribe', uris, signal)
    const accepted = await subscribing
    if (signal.aborted || deadline.passed) return
    reportSubscribed(accepted)
    if (gap) onChange({ type: 'may-have-changed', reason: gap })
  }

  function reportSubscribed(resourceSubscriptions: string[]): void {
    const { resourceSubscriptions: _, ...lists } = grantedPart()
    const granted = { ...lists, ...(resourceSubscriptions.length && { resourceSubscriptions }) }
    onChange({ type: 'subscribed', granted, refused: refusedPart(filter, granted) })
  }

  /** Limited, since Firefox reports a response only with its first bytes, which may never arrive. */
  async function waitForStream(): Promise<void> {
    const limits = { what: 'the stream', total: readyTimeout }
    const opened = ready()
    await withDeadline(environment, limits, (opening) => deadline.race(opening.race(opened))).catch(() => {
      // Changes before the stream is open are missed.
      void opened.then(() => onChange({ type: 'may-have-changed', reason: 'the stream opened late' }))
    })
  }

  /** The part of the filter that the capabilities of the server cover. */
  function grantedPart(): SubscriptionFilter {
    const { capabilities = {} } = era.server
    const { resourceSubscriptions = [] } = filter
    const lists = LISTS.map((list) => [`${list}ListChanged`, capabilities[list]?.listChanged] as const)
    return {
      ...Object.fromEntries(lists.filter(([key, isGranted]) => filter[key] && isGranted)),
      ...(resourceSubscriptions.length && capabilities.resources?.subscribe && { resourceSubscriptions }),
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
  async function send(method: string, uris: readonly string[], signal?: AbortSignal): Promise<string[]> {
    const accepted = await Promise.all(
      uris.map((uri) =>
        call(context, method, { uri }, signal && { signal }).then(
          () => [uri],
          (error) => {
            if (!signal?.aborted) warn(`${method} failed`, error)
            return []
          },
        ),
      ),
    )
    return accepted.flat()
  }
}
