/** The connection of the shown server. */
import type { Phase, Session } from './server/connection.ts'
import { chosen, connectTo } from './servers.ts'

export type { Session }
export { connectTo }

export const phase: { value: Phase } = {
  get value() {
    return chosen.value.phase.value
  },
  set value(next) {
    chosen.value.phase.value = next
  },
}

export const session: { readonly value: Session | undefined } = {
  get value() {
    return chosen.value.session.value
  },
}

/** By the person: after it, a reload does not connect again. */
export function disconnect(): void {
  chosen.value.disconnect()
}
