/** The store of several servers: one group that connects when it is used, with what all servers ask for. */
import { ClosedError, type McpError } from '../core/errors.ts'
import type { Client } from '../core/index.ts'
import { backoff } from '../core/util/backoff.ts'
import { type Environment, systemEnvironment } from '../core/util/environment.ts'
import { type ConnectGroup, connectGroup, type Group, type GroupServer, type ServerState } from '../group/index.ts'
import type {
  GroupStoreServer,
  GroupStoreServers,
  McpGroupStore,
  McpGroupStoreOptions,
  McpGroupView,
} from './group-types.ts'
import { createHolder, isSame } from './observable.ts'
import { createQuestionHandlers } from './questions.ts'
import { createUserCount } from './user-count.ts'

/** The view of a group store that is not connected; on a server it is the only one. */
export const idleGroupView: McpGroupView = {
  status: 'idle',
  error: undefined,
  servers: {},
  tools: [],
  resources: [],
  resourceTemplates: [],
  prompts: [],
  questions: [],
}

/** From the first use until the store is closed. */
interface Run {
  opened: Promise<Group>
  group?: Group
  /** Failed attempts in a row by server, and the timer of the next one. */
  retries: Map<string, { count: number; stopTimer?: (() => void) | undefined }>
  /** The ends of the subscriptions, by server. */
  ends: Map<string | undefined, () => void>
}

export function createGroupStoreFactory(
  environment: Environment,
  connect: ConnectGroup,
): (servers: GroupStoreServers, options?: McpGroupStoreOptions) => McpGroupStore {
  return (firstServers, options = {}) => {
    const servers = new Map(Object.entries(firstServers))
    const { start: startMode, grace = 5_000, questions = ['elicit'], ...groupOptions } = options
    const { maxAttempts = 5, initialDelay = 1_000, growFactor = 2, maxDelay = 60_000 } = options.reconnect ?? {}
    const holder = createHolder<McpGroupView>(idleGroupView)
    const { use, cancelClose } = createUserCount(environment.setTimer, grace, start, () => void stop())
    let run: Run | undefined
    let isDisposed = false
    if (startMode === 'eager') use()
    return {
      get: holder.get,
      subscribe(listener) {
        const end = holder.subscribe(listener)
        const release = use()
        return () => {
          end()
          release()
        }
      },
      withGroup,
      callTool: ((...args: Parameters<Client['callTool']>) =>
        withGroup(async (group) => {
          await untilListed(group, args[0])
          return group.callTool(...args)
        })) as Client['callTool'],
      async signIn(name, driver) {
        const { auth } = toServer(servers.get(name))
        if (!auth) throw new TypeError(`signIn: the server ${name} needs the option auth`)
        await auth.signIn(driver)
      },
      retry(name) {
        const failed = Object.entries(holder.get().servers).filter(([, { status }]) => status !== 'ready')
        for (const one of name === undefined ? failed.map(([other]) => other) : [name]) retryNow(one)
      },
      add(name, server) {
        if (!name || !toServer(server).url)
          throw new TypeError(`add: expected a name and a url, got none for "${name}"`)
        if (servers.has(name)) throw new TypeError(`add: the store has a server ${name} already`)
        servers.set(name, server)
        if (run?.group) addTo(run, run.group, name)
      },
      async remove(name) {
        if (!servers.delete(name) || !run) return
        run.ends.get(name)?.()
        run.ends.delete(name)
        run.retries.get(name)?.stopTimer?.()
        run.retries.delete(name)
        await run.group?.remove(name)
      },
      dispose() {
        isDisposed = true
        return stop()
      },
    }

    async function withGroup<T>(runWith: (group: Group) => T | Promise<T>): Promise<T> {
      const release = use()
      try {
        start()
        if (!run) throw new ClosedError('The store was closed', { delivery: 'not-executed' })
        return await runWith(await run.opened)
      } finally {
        release()
      }
    }

    function toServer(server: string | URL | GroupStoreServer | undefined): GroupStoreServer {
      return typeof server === 'object' && 'url' in server ? server : { url: server ?? '' }
    }

    /** What becomes of it is in the view. */
    function addTo(current: Run, group: Group, name: string): void {
      void group.add(name, toGroupServer(current, name)).catch(() => {})
    }

    function start(): void {
      if (run || isDisposed) return
      const current: Run = { opened: open(() => current), retries: new Map(), ends: new Map() }
      run = current
      holder.set({ ...idleGroupView, status: 'connecting' })
      // Those who wait for the group get the error; here it becomes the view.
      current.opened.catch((error) => {
        if (run === current) holder.update({ status: 'failed', error })
      })
    }

    async function open(getRun: () => Run): Promise<Group> {
      // The run exists only after this function has returned its promise.
      await undefined
      const current = getRun()
      const named = [...servers.keys()].map((name) => [name, toGroupServer(current, name)] as const)
      // Without a deadline the group is there at once, and shows how each server comes along.
      const group = await connect(Object.fromEntries(named), { deadline: 0, ...groupOptions })
      if (run !== current) {
        await group.close()
        throw new ClosedError('The store was closed', { delivery: 'not-executed' })
      }
      current.group = group
      current.ends.set(
        undefined,
        group.subscribe(() => show(current, group)),
      )
      // Servers may have come and gone meanwhile.
      for (const name of servers.keys()) if (!(name in group.get().servers)) addTo(current, group, name)
      for (const name of Object.keys(group.get().servers)) if (!servers.has(name)) void group.remove(name)
      show(current, group)
      return group
    }

    function toGroupServer(current: Run, name: string): GroupServer {
      const { auth, ...server } = toServer(servers.get(name))
      const asked = createQuestionHandlers(questions, (change) => {
        if (run !== current) return
        const others = holder.get().questions.filter((one) => one.server !== name)
        const own = holder.get().questions.filter((one) => one.server === name)
        const next = change(own.map(({ question }) => question))
        const known = new Map(own.map((one) => [one.question, one]))
        holder.update({
          questions: [...others, ...next.map((question) => known.get(question) ?? { server: name, question })],
        })
      })
      if (auth) {
        current.ends.set(
          name,
          auth.subscribe(() => {
            if (!current.group) return
            const { status } = holder.get().servers[name] ?? {}
            if (auth.status.status === 'authorized' && status === 'needs-user') void current.group.retry(name)
            else show(current, current.group)
          }),
        )
      }
      return {
        ...(auth && { fetch: auth.fetch, extensions: { ...auth.extensions } }),
        ...server,
        handlers: { ...asked, ...groupOptions.handlers, ...server.handlers },
      }
    }

    function show(current: Run, group: Group): void {
      if (run !== current) return
      const view = group.get()
      const states = Object.values(view.servers).map(({ status }) => status)
      const order = ['ready', 'degraded', 'reconnecting', 'connecting', 'needs-user', 'failed'] as const
      const best = order.find((status) => states.includes(status)) ?? 'ready'
      const shown = Object.entries(view.servers).map(([name, state]) => [name, withReason(name, state)])
      holder.update({ ...view, servers: sameServers(Object.fromEntries(shown)), status: best })
      for (const [name, { status, error }] of Object.entries(view.servers)) {
        if (status === 'ready' || status === 'degraded') current.retries.delete(name)
        else if (status === 'failed' && (error as McpError | null)?.retryable) retryLater(current, name)
      }
    }

    /** A user who refused to sign in is no longer asked, but told. */
    function withReason(name: string, state: ServerState): ServerState {
      const isDenied = state.status === 'needs-user' && toServer(servers.get(name)).auth?.status.status === 'denied'
      return isDenied ? { ...state, reason: 'denied' } : state
    }

    /** The servers of the view, if these are the same. */
    function sameServers(next: McpGroupView['servers']): McpGroupView['servers'] {
      const { servers: before } = holder.get()
      const kept = Object.entries(next).map(([name, state]) => {
        const known = before[name]
        return [name, known && isSame(known, state) ? known : state]
      })
      const all = Object.fromEntries(kept)
      return isSame(before, all) ? before : all
    }

    function retryLater({ retries }: Run, name: string): void {
      const entry = retries.get(name) ?? { count: 0 }
      if (entry.stopTimer || entry.count >= maxAttempts) return
      const jitter = 0.8 + 0.4 * environment.random()
      const delay = backoff(entry.count++, initialDelay, growFactor, maxDelay) * jitter
      entry.stopTimer = environment.setTimer(() => retryNow(name), delay)
      retries.set(name, entry)
    }

    function retryNow(name: string): void {
      const entry = run?.retries.get(name)
      entry?.stopTimer?.()
      if (entry) entry.stopTimer = undefined
      void run?.group?.retry(name).catch(() => {})
    }

    async function stop(): Promise<void> {
      const ended = run
      run = undefined
      cancelClose()
      holder.set(idleGroupView)
      for (const end of ended?.ends.values() ?? []) end()
      for (const { stopTimer } of ended?.retries.values() ?? []) stopTimer?.()
      await ended?.group?.close()
    }
  }
}

/** Waits until a server lists the tool, or none is connecting any more. */
function untilListed({ get, subscribe }: Group, name: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = subscribe(check)
    check()

    function check(): void {
      const { tools, servers } = get()
      const isConnecting = Object.values(servers).some(({ status }) => status === 'connecting')
      if (isConnecting && !tools.some((tool) => tool.name === name)) return
      unsubscribe()
      resolve()
    }
  })
}

/**
 * Several servers as a value that changes: the tools of all of them, the state of each, and what they ask for.
 *
 * @example
 * const store = createMcpGroupStore({ docs: 'https://docs.example.com/mcp', crm: 'https://crm.example.com/mcp' })
 * const stop = store.subscribe(() => console.log(store.get().tools.map(({ name }) => name)))
 */
export const createMcpGroupStore: (servers: GroupStoreServers, options?: McpGroupStoreOptions) => McpGroupStore =
  /* @__PURE__ */ createGroupStoreFactory(systemEnvironment, connectGroup)
