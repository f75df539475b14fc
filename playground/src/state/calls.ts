/** The calls to the shown server. */
import { type Action, type Call, type CallOutcome, type Ended, MAX_CALLS, type Result } from './server/calls.ts'
import { chosen } from './servers.ts'

export type { Action, Call, CallOutcome, Ended, Result }
export { MAX_CALLS }

/** Newest first. */
export const history: { readonly value: readonly Call[] } = {
  get value() {
    return chosen.value.calls.history.value
  },
}

/** Whether older calls were dropped. */
export const historyIsCut: { readonly value: boolean } = {
  get value() {
    return chosen.value.calls.isCut.value
  },
}

export function clearHistory(): void {
  chosen.value.calls.clearHistory()
}

/** Undefined without a connection. */
export function startCall(action: Action): Call | undefined {
  return chosen.value.calls.start(action)
}

/** The newest call of a tool, resource or prompt that the person made in this page, if there is one. */
export function latestCall(kind: Action['kind'], name: string): Call | undefined {
  return history.value.find(
    ({ action, isPast, isFromModel }) => !isPast && !isFromModel && action.kind === kind && nameOf(action) === name,
  )
}

/** The name of the tool or prompt, or the URI of the resource. */
export function nameOf(action: Action): string {
  return action.kind === 'resource' ? action.uri : action.name
}
