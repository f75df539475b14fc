/** Groups of a scenario: their clients are closed when it ends. */
import { connectGroup, type Group, type GroupOptions, type GroupServers } from '../../../../src/group/index.ts'
import type { World } from '../../scenario.ts'

/** Nothing listens at this port. */
export const REFUSED_PORT = 'http://127.0.0.1:61999/mcp'

export function openGroup({ connectAny }: World, servers: GroupServers, options: GroupOptions = {}): Promise<Group> {
  return connectGroup(servers, { connect: (url, more) => connectAny({ ...more, url }), ...options })
}

/** The names of the tools of a server, without the server. */
export const toolsOf = (group: Group, server: string): string[] =>
  group
    .get()
    .tools.filter((tool) => tool.server === server)
    .map(({ originalName }) => originalName)

/** Resolves when `test` holds for the group. */
export function untilGroup(group: Group, test: (view: ReturnType<Group['get']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!test(group.get())) return
      stop()
      resolve()
    }
    const stop = group.subscribe(check)
    check()
  })
}
