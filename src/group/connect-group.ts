/** `connectGroup()`: connects to many servers at once, and resolves by its deadline with those that are there. */
import type { Connect } from '../core/index.ts'
import { withDeadline } from '../core/util/deadline.ts'
import type { Environment } from '../core/util/environment.ts'
import { createGroup } from './create-group.ts'
import type { Group } from './group.ts'
import type { AnyServers, GroupNames } from './typed-group.ts'
import type { GroupOptions, GroupServers } from './types.ts'

/** A function that connects to servers, as `connectGroup()` does. */
export type ConnectGroup = (servers: GroupServers, options?: GroupOptions) => Promise<Group>

/** The type of `connectGroup()`, which takes the interfaces of the servers as well. */
export type TypedConnectGroup = <Servers extends AnyServers = AnyServers, Names extends GroupNames = 'long'>(
  servers: GroupServers & { readonly [Name in keyof NoInfer<Servers>]: GroupServers[string] },
  options?: GroupOptions & { names?: Names | undefined },
) => Promise<Group<Servers, Names>>

/** `environment` has the clock and the timers, which tests replace. */
export function createConnectGroup(environment: Environment, connect: Connect): ConnectGroup {
  return async (servers, options = {}) => {
    const { deadline: total = 10_000, concurrency = 8, signal } = options
    signal?.throwIfAborted()
    if (!(total >= 0 && concurrency > 0)) {
      throw new TypeError('connectGroup: expected numbers from 0 up for deadline, and from 1 up for concurrency')
    }
    if ('headers' in options) {
      throw new TypeError('connectGroup: headers would reach every server. Put them beside the url of their server')
    }
    const { group, addAll, open } = createGroup(environment, connect, options)
    const connected = addAll(servers)
    const limits = { what: 'connectGroup', total, signals: [signal] }
    await withDeadline(environment, limits, (deadline) => deadline.race(connected)).catch((error) => {
      // Servers cannot reject it, so it was the signal or the deadline.
      if (!signal?.aborted) return
      void group.close()
      throw error
    })
    open()
    return group
  }
}
