/** The parts of a group: its servers and their states, what they list, and the options. */
import type {
  Change,
  Connect,
  Connection,
  ConnectOptions,
  ListenOptions,
  Prompt,
  Resource,
  ResourceTemplate,
  ServerDetails,
  Snapshot,
  Tool,
} from '../core/index.ts'

/** A server of a group: its address, and options for `connect()`. */
export interface GroupServer extends Omit<ConnectOptions, 'signal' | 'snapshot'> {
  /** The address of the server. */
  url: string | URL
}

/** The servers of a group by name. */
export type GroupServers = Readonly<Record<string, string | URL | GroupServer>>

/** A list that servers have. `resources` includes the resource templates. */
export type ListName = 'tools' | 'resources' | 'prompts'

/**
 * The options of `connectGroup()`. The options of `connect()` among them apply to all servers that do not set their own.
 * `headers` belong to one server, so they are options of that server.
 */
export interface GroupOptions extends Omit<ConnectOptions, 'snapshot' | 'headers'> {
  /**
   * Milliseconds after which the group is there with the servers that are ready; the others go on connecting, each for its
   * own `connectTimeout`. 0 does not wait. @default 10_000
   */
  deadline?: number | undefined
  /** How many servers are connected to at the same time. @default 8 */
  concurrency?: number | undefined
  /**
   * `long`: tools and prompts are named `<server>__<name>`. `short`: by their own name, unless servers clash; a name that
   * was given is kept. @default 'long'
   */
  names?: 'long' | 'short' | undefined
  /** The lists that are read from each server; without the first one, a server counts as failed. @default all */
  lists?: readonly ListName[] | undefined
  /**
   * Whether lists are read again when their server reports a change, and a server out of reach is asked whether it is
   * back. It needs an open stream to each server. @default true
   */
  autoRefresh?: boolean | undefined
  /** Continues a group without handshakes, with the lists as they were. Servers that are not in it are connected to. */
  snapshot?: GroupSnapshot | undefined
  /** Used instead of `connect()` of this package. */
  connect?: Connect | undefined
}

/** What a server lists, as it names it. */
export interface Catalogue {
  /** Its tools. */
  readonly tools: readonly Tool[]
  /** Its resources. */
  readonly resources: readonly Resource[]
  /** Its resource templates. */
  readonly resourceTemplates: readonly ResourceTemplate[]
  /** Its prompts. */
  readonly prompts: readonly Prompt[]
  /** When the server last listed them, in milliseconds since the epoch. */
  readonly updatedAt: number
}

/**
 * The state of a server.
 * - `connecting`: for the first time, or again after `retry()`.
 * - `ready`: it works, and changes of its lists are received if it reports them.
 * - `degraded`: it works, but its lists may be out of date: one could not be read again, or changes are not received.
 *   `error` says why, `catalogue` is the last good one.
 * - `reconnecting`: out of reach, or its session is being replaced; `error` says why. It is tried again, without an end.
 * - `needs-user`: a user has to sign in; `error` is the AuthorizationRequiredError. Then call `retry()`.
 * - `failed`: not connected; `error` says why.
 * - `closed`: the group was closed.
 */
export type ServerStatus = 'connecting' | 'ready' | 'degraded' | 'reconnecting' | 'needs-user' | 'failed' | 'closed'

/** A server of the group. Every change makes a new object. */
export interface ServerState {
  /** Whether it can be used. */
  readonly status: ServerStatus
  /** Why it is not ready. */
  readonly error?: unknown
  /** `denied` if the user refused to sign in, while a store shows `needs-user`. */
  readonly reason?: 'denied' | undefined
  /** How it introduced itself, once it was connected. */
  readonly server?: ServerDetails | undefined
  /** The state of its connection, which recovers by itself. */
  readonly connection?: Connection | undefined
  /** What it listed last, also if it is not connected now. */
  readonly catalogue?: Catalogue | undefined
}

/** A tool of the group. */
export interface GroupTool extends Tool {
  /** The name in the group: 1 to 64 characters of `A-Z a-z 0-9 _ -`, and of no other tool. */
  name: string
  /** The server that lists it. */
  server: string
  /** The name at the server. */
  originalName: string
}

/** A prompt of the group. */
export interface GroupPrompt extends Prompt {
  /** The name in the group: 1 to 64 characters of `A-Z a-z 0-9 _ -`, and of no other prompt. */
  name: string
  /** The server that lists it. */
  server: string
  /** The name at the server. */
  originalName: string
}

/** A resource of the group. */
export interface GroupResource extends Resource {
  /** The server that lists it. */
  server: string
}

/** A resource template of the group. */
export interface GroupResourceTemplate extends ResourceTemplate {
  /** The server that lists it. */
  server: string
}

/**
 * The group at one moment. What did not change is the same object as before. The lists are in the order in which their
 * items were first seen: new ones are appended.
 */
export interface GroupView {
  /** The state of each server, by name. */
  readonly servers: Readonly<Record<string, ServerState>>
  /** The tools of all servers. */
  readonly tools: readonly GroupTool[]
  /** The resources of all servers. */
  readonly resources: readonly GroupResource[]
  /** The resource templates of all servers. */
  readonly resourceTemplates: readonly GroupResourceTemplate[]
  /** The prompts of all servers. */
  readonly prompts: readonly GroupPrompt[]
}

/** A change at a server of the group; `failed` ends the subscription to this server. */
export type GroupChange = (Change | { type: 'failed'; error: unknown }) & { server: string }

/** The options of `listen()`. */
export interface GroupListenOptions extends ListenOptions {
  /** The servers to listen to. @default all, also those that are added later */
  servers?: readonly string[] | undefined
}

/** The changes at the servers of a group, for one `for await` loop. */
export interface GroupSubscription extends AsyncIterableIterator<GroupChange> {
  /** Ends the subscription, and the loop. */
  close(): void
}

/** A server in a snapshot. */
export interface SavedServer {
  /** The connection. */
  connection?: Snapshot | undefined
  /** What the server listed last. */
  catalogue?: Catalogue | undefined
}

/** Continues a group from anywhere. Plain JSON. It contains session ids. */
export interface GroupSnapshot {
  /** The version of this format. */
  version: 1
  /** The servers by name. */
  servers: Record<string, SavedServer>
  /** The names of the tools and of the prompts in their order, each after its server and its name there as JSON. */
  names: Record<'tools' | 'prompts', [key: string, name: string][]>
}
