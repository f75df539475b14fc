/** Waits, but not past a deadline, and leaves no timer behind. */
import type { Deadline } from './deadline.ts'
import type { Ground } from './environment.ts'

export async function delay(ground: Ground, milliseconds: number, deadline: Deadline): Promise<void> {
  let stop = () => {}
  const passed = new Promise<void>((resolve) => {
    stop = ground.setTimer(resolve, milliseconds)
  })
  try {
    await deadline.race(passed)
  } finally {
    stop()
  }
}
