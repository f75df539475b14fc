/** The public types of the store: its view, its options, and what it does. */
import type {
  AnyServer,
  Client,
  ConnectOptions,
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestParams,
  ElicitResult,
  Fetch,
  Prompt,
  Resource,
  Tool,
} from '../core/index.ts'

/** A list of the server that the store keeps fresh. */
export type ListName = 'tools' | 'resources' | 'prompts'

/** What every view has, whatever its status. */
export interface McpLists {
  /** The tools of the server. */
  readonly tools: readonly Tool[]
  /** The resources of the server. */
  readonly resources: readonly Resource[]
  /** The prompts of the server. */
  readonly prompts: readonly Prompt[]
  /** What the server asks for, oldest first. */
  readonly questions: readonly Question[]
}

/**
 * The state of the store at one moment, told apart by `status`. A change makes a new object; what did not change keeps
 * its identity.
 */
export type McpView<Server extends AnyServer = AnyServer> = McpLists & {
  /** `denied` if the user refused to sign in, while the status is `needs-user`. */
  readonly reason?: 'denied' | undefined
} & (
    | /** Nothing has used the store yet, or nothing does any more. */
    { readonly status: 'idle'; readonly client?: undefined; readonly error?: undefined }
    /** `error` is why the last attempt failed. The client is there before the tools are. */
    | {
        readonly status: 'connecting'
        readonly client?: Client<Server> | undefined
        readonly error?: unknown
      }
    /** A user has to sign in: call `signIn()` in a click. With a client, an expired or insufficient token was refused. */
    | { readonly status: 'needs-user'; readonly client?: Client<Server> | undefined; readonly error?: unknown }
    /** The server works, and changes of its lists are received if it reports them. */
    | { readonly status: 'ready'; readonly client: Client<Server>; readonly error?: undefined }
    /**
     * The server works, but its lists may be out of date: one could not be loaded, or changes are not received. `error`
     * is why. It is tried again.
     */
    | { readonly status: 'degraded'; readonly client: Client<Server>; readonly error: unknown }
    /** The server is out of reach, or its session is being replaced. `error` is why. It is tried again, without an end. */
    | { readonly status: 'reconnecting'; readonly client: Client<Server>; readonly error?: unknown }
    /** No further attempt is made until `retry()`. With a client, its session could not be replaced. */
    | { readonly status: 'failed'; readonly client?: Client<Server> | undefined; readonly error: unknown }
  )

/** The server asks for input. The item is gone once it is answered, withdrawn, or the call that it belongs to has ended. */
export type Question = ElicitQuestion | SampleQuestion

/** The server asks the user, in a form or on a page. */
export interface ElicitQuestion {
  /** Tells elicitation from sampling. */
  readonly type: 'elicit'
  /** The same when a form is asked again because its values did not fit. */
  readonly id: number
  /** The form or the page. */
  readonly request: ElicitRequestParams
  /** The values that did not fit. */
  readonly content?: ElicitResult['content']
  /** The expected value of each field that does not fit, by the name of the field. */
  readonly problems?: Readonly<Record<string, string>> | undefined
  /** Accepts, with the values of the form. */
  answer(content?: ElicitResult['content']): void
  /** The user refuses. */
  decline(): void
  /** The user does not decide. */
  cancel(): void
}

/** The server asks for a message of a model. */
export interface SampleQuestion {
  /** Tells elicitation from sampling. */
  readonly type: 'sample'
  /** Identifies the question. */
  readonly id: number
  /** The conversation so far. */
  readonly request: CreateMessageRequestParams
  /** Sends the message of the model. */
  answer(message: CreateMessageResult): void
  /** The user refuses. */
  decline(): void
}

/** Opens the page of the authorization server: a driver of `mcp-over-fetch/oauth/browser`, or one of your own. */
export type StoreSignInDriver = (url: URL, flow: never) => Promise<URLSearchParams | undefined>

/** What the store uses of `oauth()`. */
export interface StoreAuth {
  /** Adds tokens to requests. */
  readonly fetch: Fetch
  /** Whether a user has to sign in. */
  readonly status: { readonly status: string }
  /** The capabilities that the grant declares. */
  readonly extensions?: Readonly<Record<string, object>>
  /** Called after each change of `status`. */
  subscribe(listener: () => void): () => void
  /** Must be called in a click. */
  signIn(driver: StoreSignInDriver): Promise<unknown>
}

/** The options of `createMcpStore()`: those of `connect()`, and these. */
export interface McpStoreOptions extends Omit<ConnectOptions, 'signal'> {
  /** Signs the user in: the object that `oauth()` returns. Its `fetch` is used unless there is another. */
  auth?: StoreAuth | undefined
  /** `lazy` connects when the store is first used, `eager` at once. @default 'lazy' */
  start?: 'lazy' | 'eager' | undefined
  /** Milliseconds until the connection is closed after the last subscription ended. @default 5_000 */
  grace?: number | undefined
  /** The lists to load and to keep fresh. @default all three */
  lists?: readonly ListName[] | undefined
  /**
   * Which requests of the server become `questions`; a handler of your own goes first. A call waits for the answer, so
   * leave out what nothing on the page shows. @default ['elicit']
   */
  questions?: readonly Question['type'][] | undefined
}

/** A value that changes, and its listeners. */
export interface Observable<T> {
  /** The current value; the same object until something changes. */
  get(): T
  /** Calls the listener after each change. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

/** A connection as a value that changes. It exists before the connection does and survives its failures. */
export interface McpStore<Server extends AnyServer = AnyServer> extends Observable<McpView<Server>> {
  /**
   * Runs a function with the client, and connects first. Rejects if that fails, a user has to sign in, or the signal
   * aborts meanwhile. The connection stays open until the function has ended.
   *
   * @example
   * const { contents } = await store.withClient((client) => client.readResource('file:///notes'))
   */
  withClient<T>(
    run: (client: Client<Server>) => T | Promise<T>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<T>
  /** Like that of the client, with which it connects first. */
  callTool: Client<Server>['callTool']
  /**
   * Call it in a click: the driver may open a window. Connects when the user has signed in. A failure is the `error` of
   * the view.
   */
  signIn(driver: StoreSignInDriver): Promise<void>
  /** Tries again at once: to connect, to listen, and to load the lists. Does nothing while all is well. */
  retry(): void
  /** Loads the lists again, past caches. A failure is the `error` of the view. */
  refresh(): Promise<void>
  /** Closes the connection for good. */
  dispose(): Promise<void>
}
