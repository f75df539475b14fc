/** Waits for a time, but not past a deadline, and leaves no timer behind. */
import type { Deadline } from './deadline.ts'
import type { Environment } from './environment.ts'

export async function delay(environment: Environment, milliseconds: number, deadline: Deadline): Promise<void> {
  let stop = () => {}
  const passed = new Promise<void>((resolve) => {
    stop = environment.setTimer(resolve, milliseconds)
  })
  try {
    await deadline.race(passed)
  } finally {
    stop()
  }
}
