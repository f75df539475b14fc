/** The calls to the shown server. */
import type { Action, Call, CallOutcome, Result } from './server/calls.ts'
import { chosen } from './servers.ts'

export type { Action, Call, CallOutcome, Result }

/** Newest first. */
export const history: { readonly value: readonly Call[] } = {
  get value() {
    return chosen.value.calls.history.value
  },
}

/** Undefined without a connection. */
export function startCall(action: Action): Call | undefined {
  return chosen.value.calls.start(action)
}

/** The newest call of a tool, resource or prompt, if there is one. */
export function latestCall(kind: Action['kind'], name: string): Call | undefined {
  return history.value.find(({ action }) => action.kind === kind && nameOf(action) === name)
}

/** The name of the tool or prompt, or the URI of the resource. */
export function nameOf(action: Action): string {
  return action.kind === 'resource' ? action.uri : action.name
}
