/** One server of a group: connecting to it, reading its lists, and its state. */
import { ClosedError, type McpError } from '../core/errors.ts'
import type { Client, Connect, Snapshot } from '../core/index.ts'
import { withDeadline } from '../core/util/deadline.ts'
import type { Environment } from '../core/util/environment.ts'
import { runSafely } from '../core/util/run-safely.ts'
import { createSingleFlight } from '../core/util/single-flight.ts'
import { filterFor, readCatalogue } from './catalogue.ts'
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

/** Milliseconds between two times that lists are read again because of changes. */
const MIN_INTERVAL = 1_000

export function createMember(
  name: string,
  { url, ...options }: GroupServer,
  saved: SavedServer | undefined,
  context: MemberContext,
): Member {
  const { environment, lists } = context
  const closing = new AbortController()
  const attempts = createSingleFlight<void>()
  const refreshes = createSingleFlight<void>()
  const wanted = new Set<ListName>()
  let state: ServerState = { status: 'connecting', catalogue: saved?.catalogue }
  let client: Client | undefined
  let restored = saved?.connection
  const member: Member = {
    name,
    get state() {
      return state
    },
    get client() {
      return client
    },
    connect: () => attempts.run(() => (client ? refresh(lists) : context.limit(attempt))),
    refresh,
    onOutcome(error) {
      if (needsUser(error)) update({ status: 'needs-user', error })
      else if (!error && state.status === 'needs-user') update({ status: 'ready', error: undefined })
    },
    async close(keepSession) {
      closing.abort(new ClosedError('The group was closed', { delivery: 'not-executed' }))
      const open = client
      client = undefined
      update({ status: 'closed', error: undefined })
      await (keepSession ? open?.detach() : open?.close())?.catch(() => {})
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
        const snapshot = restored
        restored = undefined
        client = await deadline.race(open(stop.signal, snapshot), (late) => runSafely(() => late.close()))
        onClient(client)
        if (snapshot && state.catalogue) update({ status: 'ready' })
        else await deadline.race(refresh(lists))
      })
      // Nothing was listed, so the connection is of no use.
      if (state.status === 'failed') drop()
      else context.onConnected(member)
    } catch (error) {
      drop()
      update({ status: needsUser(error) ? 'needs-user' : 'failed', error })
    }
  }

  function onClient(current: Client): void {
    const onConnection = () => update({ server: current.server, connection: current.connection })
    current.subscribe(onConnection)
    onConnection()
    if (context.autoRefresh) void follow(current)
  }

  async function open(signal: AbortSignal, snapshot: Snapshot | undefined): Promise<Client> {
    const connect = () => context.connect(url, { ...options, signal })
    if (!snapshot) return connect()
    return context.connect(url, { ...options, signal, snapshot }).catch((error) => {
      if (!(error instanceof TypeError)) throw error
      // The snapshot is of another address, or of another version of this package.
      update({ catalogue: undefined })
      return connect()
    })
  }

  function drop(): void {
    const open = client
    client = undefined
    if (open) runSafely(() => open.close())
  }

  async function refresh(asked: readonly ListName[]): Promise<void> {
    for (const list of asked) wanted.add(list)
    return refreshes.run(async () => {
      while (client && wanted.size) {
        const current = client
        const names = [...wanted]
        wanted.clear()
        // A list that was never read may come from the cache.
        const cacheMode = state.catalogue ? 'refresh' : 'default'
        const found = await readCatalogue(current, names, state.catalogue, environment.now, { cacheMode })
        // The next client reads its lists itself.
        if (client !== current) continue
        const { catalogue, error } = found
        const failure = needsUser(error) ? 'needs-user' : catalogue ? 'stale' : 'failed'
        update({ status: 'error' in found ? failure : 'ready', catalogue, error })
      }
    })
  }

  /** Reads lists again when the server reports changes. Without reports they only grow older. */
  async function follow(current: Client): Promise<void> {
    const filter = filterFor(current, lists)
    if (!filter) return
    const changed = new Set<ListName>()
    let next = 0
    const onChanged = (names: readonly ListName[]) => {
      const isPlanned = changed.size > 0
      for (const name of names) changed.add(name)
      if (isPlanned) return
      // Some servers report a change whenever a list is read, which must not become a loop without pauses.
      const delay = Math.max(0, next - environment.monotonic())
      next = environment.monotonic() + delay + MIN_INTERVAL
      environment.setTimer(
        () => {
          void refresh([...changed])
          changed.clear()
        },
        delay,
        true,
      )
    }
    try {
      for await (const { type } of current.listen(filter, { reopen: true })) {
        if (type === 'tools' || type === 'resources' || type === 'prompts') onChanged([type])
        // Changes before the subscription were not reported. Lists that are being read for the first time are recent enough.
        else if (type === 'may-have-changed' || !attempts.current) onChanged(lists)
      }
    } catch {
      // This server does not report changes.
    }
  }

  function update(change: Partial<ServerState>): void {
    const isClosed = closing.signal.aborted && change.status !== 'closed'
    const isNew = Object.entries(change).some(([key, value]) => state[key as keyof ServerState] !== value)
    if (isClosed || !isNew) return
    state = { ...state, ...change }
    context.onChange()
  }
}

const needsUser = (error: unknown): boolean => (error as Partial<McpError> | null)?.code === 'authorization-required'
