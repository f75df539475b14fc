/** How time passes in a run: until something is so, or for a while; a run that comes to no end says so. */
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'

export interface Run {
  /** Why the run could not be brought to its end. */
  stuck: string | undefined
}

/** Longer than any call may take. */
export const LONGEST = 600_000

/** More timers than any run needs; a client that sets more is in a loop. */
const MOST_STEPS = 20_000

/** Lets time pass until it is so. If that takes too long or is impossible, the run says so. */
export async function happens({ clock }: VirtualWorld, run: Run, isSo: () => boolean): Promise<void> {
  await clock.settle()
  const end = clock.now() + 2 * LONGEST
  for (let steps = 0; !isSo(); steps++) {
    if (run.stuck) return
    if (steps > MOST_STEPS) run.stuck = 'timers without end'
    else if (clock.now() > end) run.stuck = 'waits without end'
    else if (!(await clock.step())) run.stuck = 'nothing is left that could happen'
  }
}

export async function pass(world: VirtualWorld, run: Run, milliseconds: number): Promise<void> {
  let hasPassed = false
  world.clock.schedule(milliseconds, () => {
    hasPassed = true
  })
  await happens(world, run, () => hasPassed)
}
