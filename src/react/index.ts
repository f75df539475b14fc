/** The entry `mcp-over-fetch/react`: hooks over the store, for React 18 and 19 and for Preact. */
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type App, type AppEvent, type AppOptions, mountApp } from '../apps/index.ts'
import type {
  AnyServer,
  ArgumentsAndOptions,
  CallToolOptions,
  CallToolResult,
  InputOf,
  Progress,
  ResultOf,
  Tool,
} from '../core/index.ts'
import {
  createMcpStore,
  idleGroupView,
  idleView,
  type McpGroupStore,
  type McpGroupView,
  type McpStore,
  type McpStoreOptions,
  type McpView,
} from '../store/index.ts'
import type { ToolName, ToolOf, ToolTypes } from '../types/server.ts'

/** A store, or the address of a server for a store of the component's own. */
export type McpSource<Server extends AnyServer = AnyServer> = McpStore<Server> | string | URL

/** The options of a store that a component makes. They are read once per address, or once per `key`. */
export interface UseMcpOptions extends Omit<McpStoreOptions, 'start'> {
  /** Another key makes another store, with the options of that moment. @default the address */
  key?: string | undefined
}

/** The properties of `McpProvider`: a store, or an address with options. */
export interface McpProviderProps {
  /** The store to provide. */
  store?: McpStore | undefined
  /** The address of the server, if there is no store. */
  url?: string | URL | undefined
  /** The options for `url`. */
  options?: UseMcpOptions | undefined
  /** The components that use the store. */
  children?: ReactNode
}

/** A call of a tool as the state of a component. */
export interface ToolCall<Types = ToolTypes> {
  /** The definition of the tool, if the server lists it. */
  readonly tool: Tool | undefined
  /** Whether the call is under way. */
  readonly pending: boolean
  /** The last progress of the call. */
  readonly progress: Progress | undefined
  /** The result, also one that says `isError`. */
  readonly result: ToolResult<Types> | undefined
  /** Why there is no result. A call that was cancelled has none. */
  readonly error: unknown
  /** Calls the tool; a call that is under way is cancelled. Never rejects: without a result it resolves to undefined. */
  call(...args: CallArguments<Types>): Promise<ToolResult<Types> | undefined>
  /** Cancels the call that is under way. */
  cancel(): void
}

/** The arguments of `call()`: those of the tool, if its types are known. */
export type CallArguments<Types> = ArgumentsAndOptions<
  unknown extends InputOf<Types> ? object : InputOf<Types>,
  Omit<CallToolOptions, 'signal' | 'onProgress'>
>

/** The result of a tool, if its types are known with that of its structured content. */
export type ToolResult<Types> = unknown extends InputOf<Types> ? CallToolResult : ResultOf<Types>

/** The properties of `McpApp`: the options of `mountApp()`. Use another `key` for another call. */
export interface McpAppProps extends Omit<AppOptions, 'signal'> {
  /** Called with the app when its view has started. */
  onMount?: ((app: App) => void) | undefined
  /** What to show when the view cannot be: the content of the result. @default a sentence that says so */
  fallback?: ((error: unknown) => ReactNode) | undefined
  /** The class of the element around the frame. */
  className?: string | undefined
}

const StoreContext = createContext<McpStore | undefined>(undefined)

const getIdleView = () => idleView

const getIdleGroupView = () => idleGroupView

/** Provides a store to `useMcp()`, `useMcpTools()` and `useTool()` of the components inside. */
export function McpProvider({ store, url, options, children }: McpProviderProps): ReactNode {
  return createElement(StoreContext.Provider, { value: useStore(store ?? url, options) }, children)
}

/**
 * The view of a server's store, and what the store can do. Connects while a component uses it. Without a source it is
 * the store of the nearest `McpProvider`.
 *
 * @example
 * const { status, tools, error, signIn, retry } = useMcp('https://tools.example.com/mcp')
 */
export function useMcp<Server extends AnyServer = AnyServer>(
  source?: McpSource<Server>,
  options?: UseMcpOptions,
): McpView<Server> & McpStore<Server> {
  const store = useStore(source, options) as McpStore<Server>
  const view = useSyncExternalStore(store.subscribe, store.get, getIdleView)
  return useMemo(() => ({ ...store, ...view }), [store, view])
}

/**
 * The view of several servers, and what their store can do. Connects while a component uses it.
 *
 * @example
 * const { servers, tools, add, remove, retry } = useMcpGroup(store)
 */
export function useMcpGroup(store: McpGroupStore): McpGroupView & McpGroupStore {
  const view = useSyncExternalStore(store.subscribe, store.get, getIdleGroupView)
  return useMemo(() => ({ ...store, ...view }), [store, view])
}

/** The tools of the server. The component renders again only when they change. */
export function useMcpTools(source?: McpSource, options?: UseMcpOptions): readonly Tool[] {
  const { subscribe, get } = useStore(source, options)
  return useSyncExternalStore(
    subscribe,
    () => get().tools,
    () => idleView.tools,
  )
}

/**
 * Calls a tool and shows how far it is.
 *
 * @example
 * const { call, pending, progress, result, error, cancel } = useTool('render')
 */
export function useTool<Server extends AnyServer = AnyServer, Name extends ToolName<Server> = ToolName<Server>>(
  name: Name,
  source?: McpSource<Server>,
  options?: UseMcpOptions,
): ToolCall<ToolOf<Server, Name>> {
  const { subscribe, get, callTool } = useStore(source, options)
  const findTool = () => get().tools.find((tool) => tool.name === name)
  const tool = useSyncExternalStore(subscribe, findTool, () => undefined)
  const [state, setState] = useState<CallState>({})
  const caller = useMemo(() => createCaller(callTool, name, setState), [callTool, name])
  // The state of another tool or store is not shown.
  const { pending = false, progress, result, error } = state.caller === caller ? state : {}
  return useMemo(
    () => ({ tool, pending, progress, result, error, ...caller }) as ToolCall<ToolOf<Server, Name>>,
    [tool, pending, progress, result, error, caller],
  )
}

/**
 * Shows the view of a tool. Rendering again tells the view what changed; it starts again only with another client or tool.
 * `<McpApp client={client} tool={tool} args={args} result={result} proxy={proxy} />`
 */
export function McpApp(props: McpAppProps): ReactNode {
  const { client, tool, args, result, hostContext, className } = props
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [app, setApp] = useState<App>()
  const [failure, setFailure] = useState<{ error?: unknown }>()
  useEffect(() => {
    latest.current = props
  })
  // What else changes is told to the view that is there.
  useEffect(() => {
    const stop = new AbortController()
    // The functions of the last rendering are called, not those of the first.
    const options = Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...given: unknown[]) => (latest.current as unknown as Record<string, AnyFunction>)[name]?.(...given)
        : value,
    ])
    const onEvent = (event: AppEvent) => {
      // A view can also fail after it was shown.
      if (event.type === 'closed' && event.error) setFailure(event)
      latest.current.onEvent?.(event)
    }
    setFailure(undefined)
    mountApp(box.current!, { ...(Object.fromEntries(options) as McpAppProps), onEvent, signal: stop.signal }).then(
      (mounted) => {
        setApp(mounted)
        latest.current.onMount?.(mounted)
      },
      (error) => stop.signal.aborted || setFailure({ error }),
    )
    return () => stop.abort()
  }, [client, tool.name])
  useEffect(() => {
    if (args) app?.input(args)
    if (result) app?.result(result)
    if (hostContext) app?.update(hostContext)
  }, [app, args, result, hostContext])
  // The element stays, for the view of another tool.
  const { fallback = () => 'This view cannot be shown.' } = props
  return createElement('div', { ref: box, className }, failure && fallback(failure.error))
}

type AnyFunction = (...given: unknown[]) => unknown

type Caller = Pick<ToolCall, 'call' | 'cancel'>

type CallState = Partial<Omit<ToolCall, keyof Caller>> & { caller?: Caller }

function createCaller(callTool: McpStore['callTool'], name: string, show: (state: CallState) => void): Caller {
  let running: AbortController | undefined
  const caller: Caller = { call, cancel: () => running?.abort() }
  return caller

  async function call(...[args, options]: Parameters<ToolCall['call']>): Promise<CallToolResult | undefined> {
    running?.abort()
    const controller = new AbortController()
    running = controller
    const { signal } = controller
    const update = (state: CallState) => running === controller && show({ caller, ...state })
    update({ pending: true })
    try {
      const onProgress = (progress: Progress) => void update({ pending: true, progress })
      const result = await callTool(name, args, { ...options, signal, onProgress })
      update({ result })
      return result
    } catch (error) {
      update(signal.aborted ? {} : { error })
      return undefined
    }
  }
}

/** The given store, that of the provider, or one that this component keeps for the address. */
function useStore(source: McpSource | undefined, options: UseMcpOptions = {}): McpStore {
  const provided = useContext(StoreContext)
  const [own] = useState(() => new Map<string, McpStore>())
  if (source === undefined && provided) return provided
  if (source === undefined) throw new Error('useMcp: give a URL or a store, or put the component into an McpProvider')
  if (typeof source === 'object' && 'subscribe' in source) return source
  const { key = `${source}`, ...storeOptions } = options
  const store = own.get(key) ?? createMcpStore(source, storeOptions)
  own.set(key, store)
  return store
}
