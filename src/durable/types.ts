/** The journal of calls: what is stored, what a user interface sees, and the interface of stores. */
import type {
  CallToolOptions,
  CallToolResult,
  ConnectOptions,
  Delivery,
  ResumeToken,
  ToolArguments,
} from '../core/index.ts'
import type { Continuation, InputRequests, InputResponses } from '../types/input-required.ts'

/**
 * - `running`: somebody waits for the answer, or will continue to.
 * - `waiting`: the server has a question.
 * - `answered`, `failed`: it has a result, or an error whose delivery is known.
 * - `unknown`: nobody can find out whether it ran.
 */
export type CallStatus = 'running' | 'waiting' | 'answered' | 'failed' | 'unknown'

/** A call of the journal, as a user interface shows it. */
export interface DurableCall {
  /** Identifies the call: the `id` of its options, or a random one. */
  id: string
  /** The tool. */
  name: string
  /** Its arguments. */
  arguments?: ToolArguments | undefined
  /** What became of it. */
  status: CallStatus
  /** When it was written down, in milliseconds since the epoch. */
  startedAt: number
  /** When it last changed. */
  updatedAt: number
  /** What the server asks for, while it is `waiting`. */
  question?: InputRequests | undefined
  /** The result, once it is `answered`. */
  result?: CallToolResult | undefined
  /** Why it is `failed` or `unknown`. */
  error?: { code: string; delivery: Delivery; message: string } | undefined
}

/** An entry of a store: plain JSON, and private, since arguments, results and tokens are in it. */
export interface JournalRecord {
  /** The principal, the URL of the server and the id. */
  key: string
  /** Counts the writes of this entry. */
  revision: number
  /** Who may send, resume or end the call. */
  owner: string
  /** When the lease of the owner ends, in milliseconds since the epoch. */
  until: number
  /** When the entry may be deleted, or a call that has not ended must end. */
  expires: number
  /** The call. */
  call: DurableCall
  /** Where to go on, if that is possible. */
  resume?: ResumeToken | undefined
  /** What answers to the question are sent with. */
  continuation?: Continuation | undefined
  /** How often in a row it could not be continued, since the server could not be reached. */
  failures?: number | undefined
  /** When it may be continued next, in milliseconds since the epoch. */
  notBefore?: number | undefined
}

/**
 * How one owner is found for each call: by Web Locks, by a lease that the owner renews, or because only one instance can
 * have the store at a time, as in a Durable Object.
 */
export type Ownership = 'locks' | 'lease' | 'exclusive'

/** A store of journals: four functions. `put` must compare and write in one step, which Workers KV cannot. */
export interface JournalStore {
  /** All entries whose key begins with `prefix`. */
  list(prefix: string): Promise<JournalRecord[]>
  /** The entry with this key, if there is one. */
  get(key: string): Promise<JournalRecord | undefined>
  /** Writes if the stored entry has this revision, or if there is none and `expected` is undefined. Says whether it did. */
  put(record: JournalRecord, expected: number | undefined): Promise<boolean>
  /** Deletes an entry. */
  delete(key: string): Promise<void>
  /** How the calls of this store are owned, unless the options say otherwise. @default 'lease' */
  ownership?: Ownership
}

/** Where to connect, for a journal that connects when it has to. */
export interface DurableConnection extends ConnectOptions {
  /** The endpoint. */
  url: string | URL
}

/** The options of `durable()`. */
export interface DurableOptions {
  /** Where the journal is. */
  store: JournalStore
  /** Whose calls these are, such as the id of the user. Nobody sees those of another. */
  principal: string
  /** How one owner is found. @default that of the store */
  ownership?: Ownership | undefined
  /** Milliseconds after which a lease that was not renewed is free, and between looks at the store. @default 15_000 */
  lease?: number | undefined
  /** Milliseconds for which calls that have ended are kept. @default a day */
  keep?: number | undefined
  /** Milliseconds after which calls that nobody continues end as `unknown`, questions too. @default a week */
  maxAge?: number | undefined
}

/** The options of a journaled call. */
export interface DurableCallOptions
  extends Omit<CallToolOptions, 'inputRequired' | 'resume' | 'onResumable' | 'outputSchema'> {
  /** A name of your own: a call with the id of one that is in the journal waits for that one, and sends nothing. */
  id?: string | undefined
}

/** The journal at one moment. The object is replaced when something changes. */
export interface JournalView {
  /** All calls of this principal and server, the oldest first. */
  readonly calls: readonly DurableCall[]
  /** How many are running. */
  readonly running: number
  /** How many have a question that nobody has answered. */
  readonly waiting: number
}

/** A client whose calls are in a journal. */
export interface DurableClient {
  /**
   * Writes the call down, sends it, and waits for its end, wherever that comes about. A question of the server waits in the
   * journal for `answer()`.
   */
  callTool(name: string, args?: ToolArguments, options?: DurableCallOptions): Promise<CallToolResult>
  /** The end of a call of the journal, also of one that was started elsewhere or earlier. */
  result(id: string, options?: Pick<DurableCallOptions, 'signal'>): Promise<CallToolResult>
  /** Answers the question of a call. Rejects if somebody else has. */
  answer(id: string, responses: InputResponses, options?: DurableCallOptions): Promise<CallToolResult>
  /** Reads the journal. */
  list(): Promise<readonly DurableCall[]>
  /** What the journal held when it was read last. */
  get(): JournalView
  /** Calls the listener after each change. Returns the function that ends that. */
  subscribe(listener: () => void): () => void
  /** Looks for calls that nobody owns, and continues or ends them. Resolves when all calls that it took over have ended. */
  recover(): Promise<void>
  /** Deletes a call from the journal. One that is running goes on at the server, but nobody learns of its end. */
  forget(id: string): Promise<void>
  /** Deletes all calls of this principal, at all servers, and closes. */
  signOut(): Promise<void>
  /**
   * Leaves questions and calls that can be continued to whoever comes next, and ends the others. Calls of a client that
   * you passed go on until they or that client end.
   */
  close(): Promise<void>
}
