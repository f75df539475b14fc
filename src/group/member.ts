/** One server of a group: connecting to it, reading its lists, and its state. */
import { ClosedError, type McpError } from '../core/errors.ts'
import type { Client, Connect, Snapshot } from '../core/index.ts'
import { withDeadline } from '../core/util/deadline.ts'
import type { Environment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createSingleFlight } from '../core/util/single-flight.ts'
import { toJson } from '../core/util/to-json.ts'
import { readCatalogue } from './catalogue.ts'
import { followLists } from './follow-lists.ts'
import type { Limit } from './limit-concurrency.ts'
import type { GroupServer, ListName, SavedServer, ServerState } from './types.ts'

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
  /** Reads these lists again. Never rejects. */
  refresh(lists: readonly ListName[]): Promise<void>
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
  let reading: Promise<void> = Promise.resolve()
  let snapshot = saved?.connection
  let lastSeen: string | undefined
  const member = {
    name,
    state: { status: 'connecting', catalogue: saved?.catalogue } as ServerState,
    client: undefined as Client | undefined,
    connect: () => attempts.run(() => (member.client ? refresh(lists) : context.limit(attempt))),
    refresh,
    onOutcome(error?: unknown) {
      if (needsUser(error)) update({ status: 'needs-user', error })
      else if (!error && member.state.status === 'needs-user') update({ status: 'ready', error })
    },
    async close(keepSession: boolean) {
      const { client } = member
      update({ status: 'closed', error: undefined })
      closing.abort(new ClosedError('The group was closed', { delivery: 'not-executed' }))
      member.client = undefined
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
    try {
      await withDeadline(environment, limits, async (deadline) => {
        deadline.check()
        deadline.onPassed((reason) => stop.abort(reason))
        const used = snapshot
        snapshot = undefined
        const client = await deadline.race(open(stop.signal, used), (late) => runSafely(() => late.close()))
        member.client = client
        client.subscribe(() => onConnection(client))
        onConnection(client)
        if (context.autoRefresh) void followLists(client, lists, environment, refresh, () => !attempts.current)
        if (used && member.state.catalogue) update({ status: 'ready' })
        else await deadline.race(refresh(lists))
      })
      if (member.client) context.onConnected(member)
    } catch (error) {
      fail(error)
    }
  }

  /** Clients make new objects also where nothing changed. */
  function onConnection({ server, connection }: Client): void {
    const seen = toJson({ server, connection })
    if (seen !== lastSeen) update({ server, connection })
    lastSeen = seen
  }

  async function open(signal: AbortSignal, snapshot: Snapshot | undefined): Promise<Client> {
    const given = { ...options, signal }
    if (!snapshot) return context.connect(url, given)
    return context.connect(url, { ...given, snapshot }).catch((error) => {
      if (!(error instanceof TypeError)) throw error
      // The snapshot is of another address, or of another version of this package.
      update({ catalogue: undefined })
      return context.connect(url, given)
    })
  }

  function refresh(asked: readonly ListName[]): Promise<void> {
    // One after the other, so that an older answer never replaces a newer one.
    reading = reading.then(() => read(asked))
    return reading
  }

  async function read(asked: readonly ListName[]): Promise<void> {
    const { client, state } = member
    if (!client) return
    const { catalogue, errors } = await readCatalogue(client, asked, state.catalogue, environment.now())
    // The next client reads its lists itself.
    if (member.client !== client) return
    const [error] = Object.values(errors)
    if (!Object.keys(errors).length) {
      update({ status: 'ready', catalogue: { ...catalogue, updatedAt: environment.now() }, error })
    } else if (!state.catalogue && lists[0]! in errors) fail(error)
    else update({ status: needsUser(error) ? 'needs-user' : 'stale', catalogue, error })
  }

  /** A server that never listed anything is of no use. */
  function fail(error: unknown): void {
    const { client } = member
    member.client = undefined
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

const needsUser = (error: unknown): boolean => (error as Partial<McpError> | null)?.code === 'authorization-required'
