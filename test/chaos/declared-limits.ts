/** What a server cannot do, with its code or the specification as evidence; everything that is not here must pass. */
import type { Combination } from './combinations.ts'
import { SENT_AGAIN, type Violation } from './judge.ts'

export interface DeclaredLimit {
  /** The combinations that it concerns. */
  applies(combination: Combination): boolean
  /** The violations that it explains; any other one is a failure. */
  explains: RegExp
  /** Where it can be read. */
  evidence: string
}

export const declaredLimits: readonly DeclaredLimit[] = [
  {
    applies: ({ runtime }) => runtime === 'chromium',
    explains: new RegExp(SENT_AGAIN),
    evidence:
      'Chromium, net/http/http_network_transaction.cc: HandleIOError() and ShouldResendRequest() send a request again, a ' +
      'POST too, when a connection that was used before ends without the head of a response. The judge says so only ' +
      'where the proxy has counted more POSTs of the call than the page called fetch() with, after one that went over ' +
      'such a connection and got no response: "2 POSTs at the proxy, 1 calls of fetch(), 1 unanswered"',
  },
  {
    applies: ({ runtime, moment, mode }) => runtime === 'chromium' && moment === 'frozen' && mode.transport === 'sse',
    explains: /^the disturbed call must (succeed|not wait for its timeout), but: timeout, unknown/,
    evidence:
      'Chromium 156: a response that is open while a page is frozen (Page.setWebLifecycleState) brings no byte any more ' +
      'when the page runs again, also in a page that only reads an endless response with fetch(). The one stream of ' +
      'HTTP+SSE has no event ids, so its answers are lost; a server may be too busy to answer a ping, so the stream ' +
      'counts as dead only when the call has timed out',
  },
]

/** The most that may be declared of the combinations of one server in one runtime. */
export const MOST = 0.1

/** The limit that explains all of these violations, if there is one. */
export function limitOf(combination: Combination, violations: readonly Violation[]): DeclaredLimit | undefined {
  return declaredLimits.find(
    (limit) => limit.applies(combination) && violations.every(({ text }) => limit.explains.test(text)),
  )
}
