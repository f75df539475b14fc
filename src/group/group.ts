/// <reference lib="esnext.disposable" preserve="true" />
/** The interface of a group: the methods of a client over many servers. */
import type {
  CallTool,
  GetPrompt,
  InputMode,
  ListenFilter,
  Outcome,
  ReadResourceOptions,
  ReadResourceResult,
} from '../core/index.ts'
import type { AnyServers, GroupClient, GroupNames, GroupTypes } from './typed-group.ts'
import type {
  GroupListenOptions,
  GroupResource,
  GroupServer,
  GroupSnapshot,
  GroupSubscription,
  GroupTool,
  GroupView,
  ServerState,
} from './types.ts'

/** Servers that are used together. A server that fails takes no other with it: its state says why. */
export interface Group<Servers extends AnyServers = AnyServers, Names extends GroupNames = 'long'>
  extends AsyncDisposable {
  /** The group as it is now: the same object as long as nothing changes. */
  get(): GroupView
  /** Called after each change of `get()`. Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
  /** Adds a server, and resolves with its state as soon as it is connected or has failed. */
  add(name: string, server: string | URL | GroupServer): Promise<ServerState>
  /** Removes a server and closes its connection. */
  remove(name: string): Promise<void>
  /** Connects to a server again, or reads its lists again if it is connected. Resolves with its state. */
  retry(name: string): Promise<ServerState>
  /** The connection to a server, for what the group has no method for; undefined while there is none. */
  client: GroupClient<Servers>
  /** The tools of all servers, as they are known now: `get().tools`. */
  listTools(): Promise<GroupTool[]>
  /** The tools that fit a text best, the best one first. */
  search(query: string, options?: { limit?: number | undefined }): GroupTool[]
  /** Calls the tool with this name in the group, at the server that lists it. */
  callTool: CallTool<GroupTypes<Servers, Names>>
  /** The contents of a resource: of a server that is named, or of the only one that lists this URI. */
  readResource<Mode extends InputMode = 'handle'>(
    resource: string | Pick<GroupResource, 'server' | 'uri'>,
    options?: ReadResourceOptions<Mode>,
  ): Promise<Outcome<ReadResourceResult, Mode>>
  /** The prompt with this name in the group, filled in with these arguments. */
  getPrompt: GetPrompt<GroupTypes<Servers, Names>>
  /** Changes at all servers, each with the name of its server. The subscription survives connections and servers. */
  listen(filter: ListenFilter, options?: GroupListenOptions): GroupSubscription
  /** The group as plain JSON, for `connectGroup(servers, { snapshot })` elsewhere. It contains session ids: keep it secret. */
  snapshot(): GroupSnapshot
  /** Ends all sessions. Calls in flight reject with ClosedError. */
  close(): Promise<void>
  /** Closes the group, but leaves the sessions open at the servers. Calls in flight reject with ClosedError. */
  detach(): Promise<void>
}
