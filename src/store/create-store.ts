/** The store of one server: connects when it is used, tries again when that fails, and closes when it is not used. */
import type { Client, Connect, ConnectOptions } from '../core/index.ts'
import { abortError } from '../core/util/abort-error.ts'
import type { Environment } from '../core/util/environment.ts'
import { needsUser, serverStatus } from '../shared/server-status.ts'
import { connectWithRetries, type Waiting } from './connect-with-retries.ts'
import { firstClient } from './first-client.ts'
import { keepLists, type Lists } from './lists.ts'
import { createHolder } from './observable.ts'
import { createQuestionHandlers } from './questions.ts'
import { explainSignOut } from './signed-out-error.ts'
import type { McpStore, McpStoreOptions, McpView } from './types.ts'
import { createUserCount } from './user-count.ts'

/** The view of a store that is not connected; on a server it is the only one. */
export const idleView: McpView = {
  status: 'idle',
  client: undefined,
  error: undefined,
  reason: undefined,
  tools: [],
  resources: [],
  prompts: [],
  questions: [],
}

/** The states of `oauth()` in which requests may work: before the first refusal, and with a token. */
const SIGNED_IN = ['anonymous', 'authorized']

/** From the first attempt to connect until the store is closed or starts anew. */
interface Run extends Waiting {
  stop: AbortController
  client?: Client
  lists?: Lists
  isLoaded?: boolean
  /** Why a list could not be loaded, or why changes are not received. */
  error?: unknown
  authStatus: string | undefined
  ends: (() => void)[]
}

export function createStoreFactory(
  environment: Environment,
  connect: Connect,
): (url: string | URL, options?: McpStoreOptions) => McpStore {
  return (url, options = {}) => {
    const { auth, start: startMode, grace = 5_000, lists, questions, ...connectOptions } = options
    const listNames = lists ?? (['tools', 'resources', 'prompts'] as const)
    const holder = createHolder<McpView>(idleView)
    /** Clients that were closed because the user signed out. */
    const signedOut = new WeakSet<Client>()
    let run: Run | undefined
    const { use, cancelClose } = createUserCount(environment.setTimer, grace, start, () => void stop())
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
      withClient,
      callTool: ((...args: Parameters<Client['callTool']>) =>
        withClient((client) => client.callTool(...args), args[2])) as Client['callTool'],
      async signIn(driver) {
        if (!auth) throw new TypeError('signIn: the store needs the option auth')
        try {
          // Called before the first await, since a browser opens a window only inside the click.
          await auth.signIn(driver)
        } catch (error) {
          if (run) update({ error })
        }
      },
      retry() {
        const { status } = holder.get()
        if (run?.wake) run.wake()
        else if (status === 'failed' || status === 'needs-user') restart()
        else if (status === 'degraded' || status === 'reconnecting') void run?.lists?.refresh()
      },
      refresh: async () => run?.lists?.refresh(),
      dispose() {
        isDisposed = true
        return stop()
      },
    }

    async function withClient<T>(
      runWith: (client: Client) => T | Promise<T>,
      { signal }: { signal?: AbortSignal | undefined } = {},
    ): Promise<T> {
      const release = use()
      let client: Client | undefined
      try {
        start()
        client = await firstClient(holder, signal)
        return await runWith(client)
      } catch (error) {
        throw client && signedOut.has(client) ? explainSignOut(error) : error
      } finally {
        release()
      }
    }

    function start(): void {
      if (run || isDisposed) return
      const current: Run = { stop: new AbortController(), ends: [], authStatus: auth?.status.status }
      run = current
      if (auth) current.ends.push(auth.subscribe(() => onAuthChange(current, auth.status.status)))
      holder.set({ ...idleView, status: 'connecting' })
      void open(current)
    }

    function restart(): void {
      const ended = run
      run = undefined
      start()
      void end(ended)
    }

    async function stop(): Promise<void> {
      const ended = run
      run = undefined
      cancelClose()
      holder.set(idleView)
      await end(ended)
    }

    async function end(ended: Run | undefined): Promise<void> {
      for (const end of ended?.ends ?? []) end()
      ended?.lists?.stop()
      ended?.stop.abort(abortError('The store was closed'))
      ended?.wake?.()
      if (ended?.client) await closeClient(ended.client)
    }

    async function closeClient(client: Client): Promise<void> {
      await (options.keepSession ? client.detach() : client.close()).catch(() => {})
    }

    async function open(current: Run): Promise<void> {
      const connectOnce = () => connect(url, toConnectOptions(current))
      const onRetry = (error: unknown) => {
        if (run === current) update({ error })
        return run === current
      }
      try {
        const client = await connectWithRetries(environment, connectOnce, options.reconnect ?? {}, current, onRetry)
        if (run === current) onConnected(current, client)
        else await closeClient(client)
      } catch (error) {
        if (run === current) fail(error)
      }
    }

    function toConnectOptions(current: Run): ConnectOptions {
      const asked = createQuestionHandlers(questions ?? ['elicit'], (change) => {
        if (run === current) holder.update({ questions: change(holder.get().questions) })
      })
      return {
        ...(auth && { fetch: auth.fetch, extensions: { ...auth.extensions } }),
        ...connectOptions,
        handlers: { ...asked, ...options.handlers },
        signal: current.stop.signal,
      }
    }

    function onConnected(current: Run, client: Client): void {
      current.client = client
      const showCurrent = () => {
        if (run === current) show(current, client)
      }
      current.ends.push(client.subscribe(showCurrent))
      update({ client, error: undefined })
      current.lists = keepLists(environment, client, listNames, {
        get: holder.get,
        update(change) {
          if (run === current) holder.update(change)
        },
        onError(error) {
          current.error = error
          showCurrent()
        },
      })
      void current.lists.loaded.then(() => {
        current.isLoaded = true
        showCurrent()
      })
    }

    function show(current: Run, client: Client): void {
      if (client.connection.status === 'closed') return void stop()
      const isSignedOut = auth && !SIGNED_IN.includes(auth.status.status)
      const { status, error } = serverStatus(client.connection, { error: current.error, isSignedOut })
      if (status === 'needs-user' || status === 'failed') fail(error, status)
      else update({ status: current.isLoaded || status === 'reconnecting' ? status : 'connecting', error })
    }

    /** The members of a view depend on its status, which the compiler cannot check for a part of it. */
    function update(change: Partial<Omit<McpView, 'status'>> & { status?: McpView['status'] }): void {
      holder.update({ reason: undefined, ...change } as Partial<McpView>)
    }

    function fail(error: unknown, status = needsUser(error) ? ('needs-user' as const) : ('failed' as const)): void {
      const isDenied = status === 'needs-user' && auth?.status.status === 'denied'
      update({ status, error, reason: isDenied ? 'denied' : undefined })
    }

    function onAuthChange(current: Run, status: string): void {
      const before = current.authStatus
      current.authStatus = status
      const isWaiting = holder.get().status === 'needs-user'
      if (status === 'anonymous' && before === 'authorized') {
        if (current.client) signedOut.add(current.client)
        restart()
      } else if (status === 'authorized' && isWaiting && !current.client) restart()
      else if (current.client) {
        if (status === 'authorized' && isWaiting) void current.lists?.refresh()
        show(current, current.client)
      } else if (isWaiting) fail(holder.get().error, 'needs-user')
    }
  }
}
