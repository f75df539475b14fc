/** Counts who uses a connection: the first use opens it, and some time after the last one it is closed. */
import type { SetTimer } from '../core/util/environment.ts'

export interface UserCount {
  /** Counts a use until the returned function is called. */
  use(): () => void
  /** The connection was closed: there is nothing left to close later. */
  cancelClose(): void
}

export function createUserCount(setTimer: SetTimer, grace: number, open: () => void, close: () => void): UserCount {
  let users = 0
  let cancelClose = () => {}
  return { use, cancelClose: () => cancelClose() }

  function use(): () => void {
    let isUsing = true
    users++
    cancelClose()
    // Later, because rendering on a server may subscribe and unsubscribe at once.
    void Promise.resolve().then(() => users && open())
    return () => {
      if (!isUsing) return
      isUsing = false
      users--
      if (!users) cancelClose = setTimer(close, grace, true)
    }
  }
}
