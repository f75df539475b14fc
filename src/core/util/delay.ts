/** Waits for a time, but not past a deadline, and leaves no timer behind. */
import type { Environment } from './environment.ts'

/** What may end the wait earlier: a deadline, or something else that is raced with the time. */
interface Race {
  race(passed: Promise<void>): Promise<void>
}

export async function delay(environment: Environment, milliseconds: number, deadline: Race): Promise<void> {
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
