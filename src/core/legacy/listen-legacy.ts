/** Changes at a legacy server: its notifications on any stream, and subscriptions to single resources. */
import type { Change, SubscriptionFilter } from '../../types/subscriptions.ts'
import { type CallScope, withScope } from '../call-scope.ts'
import { LISTS, refusedPart, toChange } from '../change-notifications.ts'
import type { Era } from '../era.ts'
import type { CallContext } from '../rpc/call-context.ts'
import { send as sendRequest } from '../rpc/send.ts'
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

/** Never resolves, since a legacy server cannot end a subscription. Rejects when the scope passes. */
export async function listenLegacy(
  context: CallContext,
  era: Era,
  { gaps, openStream, subscriptions }: ChangeSources,
  filter: SubscriptionFilter,
  onChange: (change: Change) => void,
  scope: CallScope,
): Promise<void> {
  /** Milliseconds that the stream may take to open before `subscribed` is reported without it. */
  const readyTimeout = 2_000
  /** The same for the answers to `resources/subscribe`: other changes do not wait for one that never comes. */
  const answerTimeout = 10_000
  const { environment, warn, notifications, closing } = context
  const { ready, release } = openStream()
  const uris = grantedPart().resourceSubscriptions ?? []
  let subscribing: Promise<void> | undefined
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
    await scope.race(new Promise(() => {}))
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
    if (signal.aborted || scope.passed) return
    const accepted = new Set<string>()
    const answered = send('resources/subscribe', uris, signal, (uri) => accepted.add(uri))
    subscribing = answered
    await waitFor('the subscriptions', answerTimeout, answered)
    const inTime = accepted.size
    report(gap)
    await answered
    if (accepted.size > inTime) report('a subscription was late')

    function report(reason: string | undefined): void {
      if (signal.aborted || scope.passed) return
      // In the order of the filter: the answers come in any.
      reportSubscribed(uris.filter((uri) => accepted.has(uri)))
      if (reason) onChange({ type: 'may-have-changed', reason })
    }
  }

  function reportSubscribed(resourceSubscriptions: string[]): void {
    const { resourceSubscriptions: _, ...lists } = grantedPart()
    const granted = { ...lists, ...(resourceSubscriptions.length && { resourceSubscriptions }) }
    onChange({ type: 'subscribed', granted, refused: refusedPart(filter, granted) })
  }

  /** Limited, since Firefox reports a response only with its first bytes, which may never arrive. */
  async function waitForStream(): Promise<void> {
    const opened = ready()
    const isOpen = await waitFor('the stream', readyTimeout, opened)
    // Changes before the stream is open are missed.
    if (!isOpen) void opened.then(() => onChange({ type: 'may-have-changed', reason: 'the stream opened late' }))
  }

  /** Resolves with whether the promise resolved in time. */
  function waitFor(what: string, total: number, promise: Promise<void>): Promise<boolean> {
    return withScope(environment, { what, total }, (waiting) => scope.race(waiting.race(promise))).then(
      () => true,
      () => false,
    )
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

  /** Calls `onAccepted` with each URI that the server accepts. Never rejects. */
  async function send(
    method: string,
    uris: readonly string[],
    signal?: AbortSignal,
    onAccepted?: (uri: string) => void,
  ): Promise<void> {
    await Promise.all(
      uris.map((uri) =>
        sendRequest(context, { current: era }, { method, params: { uri }, options: { signal } }).then(
          () => onAccepted?.(uri),
          (error) => {
            if (!signal?.aborted) warn(`${method} failed`, error)
          },
        ),
      ),
    )
  }
}
