/** The entry `mcp-over-fetch/group`: many servers as one, where a server that fails takes no other with it. */
import { connect } from '../core/index.ts'
import { systemEnvironment } from '../core/util/environment.ts'
import { createConnectGroup, type TypedConnectGroup } from './connect-group.ts'

/**
 * Connects to several servers. Resolves by its deadline with what is there, and never rejects because a server fails.
 *
 * @example
 * const group = await connectGroup({ docs: 'https://docs.example.com/mcp', crm: { url, headers: { authorization: `Bearer ${token}` } } })
 * for (const { name, server } of group.get().tools) console.log(name, server)
 * const result = await group.callTool('docs__search', { query: 'teapot' })
 * await group.close()
 */
export const connectGroup: TypedConnectGroup = /* @__PURE__ */ createConnectGroup(
  systemEnvironment,
  connect,
) as TypedConnectGroup

export type { ConnectGroup, TypedConnectGroup } from './connect-group.ts'
export { GroupError, type GroupErrorReason } from './errors.ts'
export type { Group } from './group.ts'
export type { AnyServers, GroupNames } from './typed-group.ts'
export type {
  Catalogue,
  GroupChange,
  GroupListenOptions,
  GroupOptions,
  GroupPrompt,
  GroupResource,
  GroupResourceTemplate,
  GroupServer,
  GroupServers,
  GroupSnapshot,
  GroupSubscription,
  GroupTool,
  GroupView,
  ListName,
  SavedServer,
  ServerState,
  ServerStatus,
} from './types.ts'
