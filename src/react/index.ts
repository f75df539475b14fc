/** The entry `mcp-over-fetch/react`: hooks over the store, for React 18 and 19 and for Preact. */
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { CallToolOptions, CallToolResult, Progress, Tool } from '../core/index.ts'
import { createMcpStore, idleView, type McpStore, type McpStoreOptions, type McpView } from '../store/index.ts'

/** A store, or the address of a server for a store of the component's own. */
export type McpSource = McpStore | string | URL

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
export interface ToolCall {
  /** The definition of the tool, if the server lists it. */
  readonly tool: Tool | undefined
  /** Whether the call is under way. */
  readonly pending: boolean
  /** The last progress of the call. */
  readonly progress: Progress | undefined
  /** The result, also one that says `isError`. */
  readonly result: CallToolResult | undefined
  /** Why there is no result. A call that was cancelled has none. */
  readonly error: unknown
  /** Calls the tool; a call that is under way is cancelled. Never rejects: without a result it resolves to undefined. */
  call(args?: object, options?: Omit<CallToolOptions, 'signal' | 'onProgress'>): Promise<CallToolResult | undefined>
  /** Cancels the call that is under way. */
  cancel(): void
}

const StoreContext = createContext<McpStore | undefined>(undefined)

const getIdleView = () => idleView

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
export function useMcp(source?: McpSource, options?: UseMcpOptions): McpView & McpStore {
  const store = useStore(source, options)
  const view = useSyncExternalStore(store.subscribe, store.get, getIdleView)
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
export function useTool(name: string, source?: McpSource, options?: UseMcpOptions): ToolCall {
  const { subscribe, get, callTool } = useStore(source, options)
  const findTool = () => get().tools.find((tool) => tool.name === name)
  const tool = useSyncExternalStore(subscribe, findTool, () => undefined)
  const [state, setState] = useState<CallState>({})
  const caller = useMemo(() => createCaller(callTool, name, setState), [callTool, name])
  // The state of another tool or store is not shown.
  const { pending = false, progress, result, error } = state.caller === caller ? state : {}
  return useMemo(
    () => ({ tool, pending, progress, result, error, ...caller }),
    [tool, pending, progress, result, error, caller],
  )
}

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
