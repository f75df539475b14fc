/** One server of a group: connecting to it, reading its lists, and its state. */
import { ClosedError } from '../core/errors.ts'
import type { Client, Connect, Snapshot } from '../core/index.ts'
import { withDeadline } from '../core/util/deadline.ts'
import type { Environment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createSingleFlight } from '../core/util/single-flight.ts'
import { toJson } from '../core/util/to-json.ts'
import { type FreshLists, keepFresh } from '../shared/keep-fresh.ts'
import { needsUser, serverStatus } from '../shared/server-status.ts'
import { type Part, readList } from './catalogue.ts'
import type { Limit } from './limit-concurrency.ts'
import type { Catalogue, GroupServer, ListName, SavedServer, ServerState } from './types.ts'

export interface MemberContext {
  environment: Environment
  connect: Connect
  limit: Limit
  lists: readonly ListName[]
  autoRefresh: boolean
  onChange(): void
  /** Called when the member has a new client and its lists were read. */
  onConnected(member: Member): void
}

export interface Member {
  readonly name: string
  readonly state: ServerState
  readonly client: Client | undefined
  /** Connects unless it is connected, else reads the lists again. Never rejects. */
  connect(): Promise<void>
  /** Reads these lists again soon, but not too often. */
  request(lists: readonly ListName[]): void
  /** The outcome of a call: it may show that a user has to sign in, or no longer has to. */
  onOutcome(error?: unknown): void
  /** Never rejects. */
  close(keepSession: boolean): Promise<void>
}

export function createMember(
  name: string,
  { url, ...options }: GroupServer,
  saved: SavedServer | undefined,
  context: MemberContext,
): Member {
  const { environment, lists } = context
  const closing = new AbortController()
  const attempts = createSingleFlight<void>()
  let snapshot = saved?.connection
  let lastSeen: string | undefined
  let fresh: FreshLists<ListName> | undefined
  let catalogue = saved?.catalogue ?? emptyCatalogue(environment.now())
  /** Whether the lists were read over the current connection, or are known. */
  let isLoaded = false
  /** What the last requests showed. */
  const errors = new Map<Part | 'listening' | 'call', unknown>()
  const member = {
    name,
    state: { status: 'connecting', catalogue: saved?.catalogue } as ServerState,
    client: undefined as Client | undefined,
    connect: () => attempts.run(() => (member.client ? fresh!.refresh() : context.limit(attempt))),
    request: (asked: readonly ListName[]) => fresh?.request(asked),
    onOutcome(error?: unknown) {
      if (!error && !errors.has('call')) return
      setError('call', needsUser(error) ? error : undefined)
    },
    async close(keepSession: boolean) {
      const { client } = member
      update({ status: 'closed', error: undefined })
      closing.abort(new ClosedError('The group was closed', { delivery: 'not-executed' }))
      member.client = undefined
      fresh?.stop()
      await (keepSession ? client?.detach() : client?.close())?.catch(() => {})
    },
  }
  return member

  /** The time limit includes the lists: a server is of no use without them. */
  async function attempt(): Promise<void> {
    update({ status: 'connecting', error: undefined })
    const limits = {
      what: `connecting to ${name}`,
      total: options.connectTimeout ?? 30_000,
      limit: 'connectTimeout',
      signals: [closing.signal],
    } as const
    const stop = new AbortController()
    isLoaded = false
    try {
      await withDeadline(environment, limits, async (deadline) => {
        deadline.check()
        deadline.onPassed((reason) => stop.abort(reason))
        const used = snapshot
        snapshot = undefined
        const client = await deadline.race(open(stop.signal, used), (late) => runSafely(() => late.close()))
        member.client = client
        errors.clear()
        const current = keepFresh(environment, client, {
          names: lists,
          isActive: context.autoRefresh,
          read: (list) => read(client, list),
          onListening: (error) => setError('listening', error),
        })
        fresh = current
        client.subscribe(() => onConnection(client))
        onConnection(client)
        const isKnown = !!used && !!member.state.catalogue
        if (isKnown) isLoaded = true
        await deadline.race(current.start(isKnown))
        // A server that never listed what matters most is of no use.
        if (!member.state.catalogue && errors.has(lists[0]!)) throw errors.get(lists[0]!)
        isLoaded = true
        update({ catalogue })
        show()
      })
      if (member.client) context.onConnected(member)
    } catch (error) {
      fail(error)
    }
  }

  /** Clients make new objects also where nothing changed. */
  function onConnection(client: Client): void {
    const { server, connection } = client
    if (member.client !== client) return
    const seen = toJson({ server, connection })
    if (seen !== lastSeen) update({ server, connection })
    lastSeen = seen
    show()
  }

  /** The status that follows from the last evidence. */
  function show(): void {
    if (member.client && isLoaded) update(serverStatus(member.client.connection, { error: firstError() }))
  }

  function firstError(): unknown {
    return errors.get('call') ?? [...errors.values()][0]
  }

  function setError(source: Part | 'listening' | 'call', error: unknown): void {
    if (error) errors.set(source, error)
    else errors.delete(source)
    show()
  }

  async function open(signal: AbortSignal, snapshot: Snapshot | undefined): Promise<Client> {
    const given = { ...options, signal }
    if (!snapshot) return context.connect(url, given)
    return context.connect(url, { ...given, snapshot }).catch((error) => {
      if (!(error instanceof TypeError)) throw error
      // The snapshot is of another address, or of another version of this package.
      catalogue = emptyCatalogue(environment.now())
      update({ catalogue: undefined })
      return context.connect(url, given)
    })
  }

  async function read(client: Client, list: ListName): Promise<boolean> {
    const parts = list === 'resources' ? ([list, 'resourceTemplates'] as const) : [list]
    // A list that was never read may come from the cache.
    const cacheMode = isLoaded ? 'refresh' : 'default'
    const outcomes = await Promise.all(parts.map((part) => readList(client, part, catalogue[part], cacheMode)))
    // The next client reads its lists itself.
    if (member.client !== client) return false
    const changes: Record<string, readonly object[]> = {}
    let isChanged = false
    let failure: unknown
    outcomes.forEach((outcome, index) => {
      const part = parts[index]!
      if ('error' in outcome) {
        errors.set(part, outcome.error)
        failure ??= outcome.error
      } else {
        errors.delete(part)
        isChanged ||= outcome.items !== catalogue[part]
        changes[part] = outcome.items
      }
    })
    catalogue = { ...catalogue, ...changes, ...(!failure && { updatedAt: environment.now() }) }
    if (isLoaded) update({ catalogue })
    show()
    if (failure) throw failure
    return isChanged
  }

  /** A server that never listed anything is of no use. */
  function fail(error: unknown): void {
    const { client } = member
    member.client = undefined
    fresh?.stop()
    if (client) runSafely(() => client.close())
    update({ status: needsUser(error) ? 'needs-user' : 'failed', error })
  }

  function update(change: Partial<ServerState>): void {
    const { state } = member
    const isNew = Object.entries(change).some(([key, value]) => state[key as keyof ServerState] !== value)
    if (closing.signal.aborted || !isNew) return
    member.state = { ...state, ...change }
    context.onChange()
  }
}

const emptyCatalogue = (updatedAt: number): Catalogue => ({
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  updatedAt,
})
