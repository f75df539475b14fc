/** Excuses silence while somebody is at work, and up to when the last of them ended. */
import type { Environment } from './environment.ts'

export interface Excuse {
  /** Somebody begins; the returned function says that they have ended. */
  started(): () => void
  /** Up to when silence is excused. */
  excused(): number
}

export function createExcuse(environment: Environment): Excuse {
  let working = 0
  let until = 0
  return {
    started() {
      working++
      return () => {
        working--
        until = environment.now()
      }
    },
    excused: () => (working ? environment.now() : until),
  }
}
