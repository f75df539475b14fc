/** `connectGroup()`: connects to many servers at once, and resolves by its deadline with those that are there. */
import type { Connect } from '../core/index.ts'
import { withDeadline } from '../core/util/deadline.ts'
import type { Environment } from '../core/util/environment.ts'
import { isObject } from '../core/util/is-object.ts'
import { checkOptions, checkServer } from './check-input.ts'
import { createGroup } from './create-group.ts'
import type { Group } from './group.ts'
import type { GroupOptions, GroupServers } from './types.ts'

/** The type of `connectGroup()`. */
export type ConnectGroup = (servers: GroupServers, options?: GroupOptions) => Promise<Group>

/** `environment` has the clock and the timers, which tests replace. */
export function createConnectGroup(environment: Environment, connect: Connect): ConnectGroup {
  return async (servers, options = {}) => {
    const { deadline = 10_000, signal } = options
    signal?.throwIfAborted()
    if (!isObject(servers)) throw new TypeError('connectGroup: expected an object with the address of each server')
    // All of them before the first is connected to.
    const checked = Object.entries(servers).map(([name, server]) => [name, checkServer(name, server)] as const)
    checkOptions(options)
    const { group, add, open } = createGroup(environment, connect, options)
    const connected = Promise.all(checked.map(([name, server]) => add(name, server)))
    let stopTimer = () => {}
    const passed = new Promise<void>((resolve) => {
      stopTimer = environment.setTimer(resolve, deadline)
    })
    try {
      await withDeadline(environment, { what: 'connectGroup', signals: [signal] }, ({ race }) =>
        race(Promise.race<unknown>([connected, passed])),
      )
    } catch (error) {
      void group.close()
      throw error
    } finally {
      stopTimer()
    }
    open()
    return group
  }
}
