/** Advances virtual time in a run: until a condition holds, or by a duration. A run that never ends is reported. */
import type { VirtualWorld } from './virtual-time/virtual-world.ts'

export interface RunState {
  /** Why the run could not be brought to its end. */
  stuck: string | undefined
}

/** More milliseconds than any call may take. */
export const LONGEST_CALL = 600_000

/** Milliseconds in which a client recovers from anything; over HTTP+SSE it must first notice that a stream is dead. */
export const RECOVERY_TIME = { streamable: 75_000, sse: 400_000 }

/** More timers than any run needs; a client that sets more is in a loop. */
const MAX_STEPS = 20_000

/** Sets `stuck` if the condition never holds. */
export async function advanceUntil({ clock }: VirtualWorld, run: RunState, condition: () => boolean): Promise<void> {
  await clock.settle()
  const end = clock.now() + 2 * LONGEST_CALL
  for (let steps = 0; !condition(); steps++) {
    if (run.stuck) return
    if (steps > MAX_STEPS) run.stuck = 'timers without end'
    else if (clock.now() > end) run.stuck = 'waits without end'
    else if (!(await clock.step())) run.stuck = 'no timer is left'
  }
}

export async function advanceBy(world: VirtualWorld, run: RunState, milliseconds: number): Promise<void> {
  let hasPassed = false
  world.clock.schedule(milliseconds, () => {
    hasPassed = true
  })
  await advanceUntil(world, run, () => hasPassed)
}
