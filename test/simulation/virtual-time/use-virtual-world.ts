/** A virtual world for each test of a file: created before it, ended after it, and no timer may be left. */
import { afterEach, beforeEach, expect } from 'vitest'
import { createVirtualWorld, type VirtualWorld } from './virtual-world.ts'

/** Returns the world of the current test; its members must not be read outside of a test. */
export function useVirtualWorld(): VirtualWorld {
  let current: VirtualWorld

  beforeEach(() => {
    current = createVirtualWorld()
  })

  afterEach(async () => {
    await current.end()
    expect(current.timers()).toBe(0)
  })

  return {
    get clock() {
      return current.clock
    },
    get environment() {
      return current.environment
    },
    get server() {
      return current.server
    },
    get fetch() {
      return current.fetch
    },
    connect: (options) => current.connect(options),
    connectAny: (options) => current.connectAny(options),
    setClock: (milliseconds) => current.setClock(milliseconds),
    sleep: (milliseconds, isCounted) => current.sleep(milliseconds, isCounted),
    advance: (milliseconds) => current.advance(milliseconds),
    settle: () => current.settle(),
    until: (promise) => current.until(promise),
    timers: () => current.timers(),
    end: () => current.end(),
  }
}
