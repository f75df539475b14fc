/** The public types of the store of several servers. */
import type { Client } from '../core/index.ts'
import type { Group, GroupOptions, GroupServer, GroupView } from '../group/index.ts'
import type { McpStoreOptions, Observable, Question, StoreAuth, StoreSignInDriver } from './types.ts'

/** A server of a group store: its address, options for `connect()`, and how to sign in. */
export interface GroupStoreServer extends GroupServer {
  /** Signs the user in: the object that `oauth()` returns for this server. */
  auth?: StoreAuth | undefined
}

/** The servers of a group store by name. */
export type GroupStoreServers = Readonly<Record<string, string | URL | GroupStoreServer>>

/** The options of `createMcpGroupStore()`: those of `connectGroup()`, and these. */
export interface McpGroupStoreOptions
  extends Omit<GroupOptions, 'signal' | 'deadline'>,
    Pick<McpStoreOptions, 'start' | 'grace' | 'questions'> {}

/** A question, and the server that asks it. */
export interface GroupQuestion {
  /** The name of the server. */
  readonly server: string
  /** What it asks for. */
  readonly question: Question
}

/** The servers at one moment. What did not change keeps its identity. */
export interface McpGroupView extends GroupView {
  /**
   * The best status of a server: `ready`, else `degraded`, `reconnecting`, `connecting`, `needs-user`, `failed`. Without
   * servers it is `ready`. `servers` has the state of each.
   */
  readonly status: 'idle' | 'connecting' | 'needs-user' | 'ready' | 'degraded' | 'reconnecting' | 'failed'
  /** Why there is no group: a wrong name or option. Failures of servers are in `servers`. */
  readonly error: unknown
  /** What the servers ask for, oldest first for each. */
  readonly questions: readonly GroupQuestion[]
}

/** Several servers as a value that changes. */
export interface McpGroupStore extends Observable<McpGroupView> {
  /** Runs a function with the group, and opens it first. The connections stay open until the function has ended. */
  withGroup<T>(run: (group: Group) => T | Promise<T>): Promise<T>
  /** Calls a tool by its name in the group. */
  callTool: Client['callTool']
  /** Call it in a click: the driver may open a window. */
  signIn(server: string, driver: StoreSignInDriver): Promise<void>
  /** Connects again to this server, or to all that are not ready; listens again and loads its lists if it is connected. */
  retry(server?: string): void
  /** Adds a server, with all that the store does for the others. Its state is in the view. Throws for a name in use. */
  add(name: string, server: string | URL | GroupStoreServer): void
  /** Removes a server and closes its connection. Does nothing for another name. */
  remove(name: string): Promise<void>
  /** Closes all connections for good. */
  dispose(): Promise<void>
}
