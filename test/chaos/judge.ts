/** States what must be true of every combination, and names what is not. */
import type { CallReport, ClientReport, Outcome, Timed } from './clients/script.ts'
import type { Combination } from './combinations.ts'
import { type Executions, type Observation, STEPS } from './play.ts'

export interface Violation {
  text: string
  /**
   * A machine that stood still may be the reason, so the combination may be played once more. Never so for what was
   * executed, what `delivery` says, progress that is repeated, and what is left open.
   */
  isOfTime: boolean
}

/** Milliseconds by which a limit may be exceeded on a busy machine. */
const SLACK = 1_500

/** What the client's network stack did by itself is not the client's doing; see `declared-limits.ts`. */
export const SENT_AGAIN = 'the network stack sent the POST again'

/** What is not true; none means that the combination passes. */
export function judge(combination: Combination, observation: Observation): Violation[] {
  const { report, struck, broken, leftOpen } = observation
  const { moment } = combination
  if (broken) return [ofTime(`the test broke: ${broken}`)]
  if (!report) return [ofTime('the client reported nothing')]
  const violations = [...judgeConnecting(combination, observation)]
  if (!struck) violations.push(ofTime('the moment never came'))
  if (!wasAway(combination, report)) violations.push(ofTime(`the page was not ${moment}: ${report.lifecycle}`))
  const { disturbed, next, closing } = report
  if (!disturbed || !next || !closing) return violations
  violations.push(...judgeDisturbed(combination, disturbed, observation))
  violations.push(...judgeCall('the next call', next, observation.next, observation))
  violations.push(...judgeRecovery(combination, report))
  violations.push(...judgeConnection(combination, observation))
  if (!isResult(closing.outcome)) violations.push(because(closing.outcome, 'close() must resolve'))
  if (leftOpen.length > 0) violations.push(grave(`open after close(): ${leftOpen.join(', ')}`))
  return violations
}

const grave = (text: string): Violation => ({ text, isOfTime: false })
const ofTime = (text: string): Violation => ({ text, isOfTime: true })

/** Whether the user left the page and came back, if the moment is one of a page. */
function wasAway({ moment }: Combination, { lifecycle = [] }: ClientReport): boolean {
  const expected = { hidden: ['hidden', 'visible'], frozen: ['freeze', 'resume'], restored: ['freeze', 'restored'] }
  const events = expected[moment as keyof typeof expected] ?? []
  return events.every((event) => lifecycle.includes(event))
}

/** Only limits can pass because a machine stood still. */
function because(outcome: Outcome, what: string): Violation {
  const isOfTime = outcome.is === 'pending' || (outcome.is === 'error' && outcome.code === 'timeout')
  return { text: `${what}, but: ${show(outcome)}`, isOfTime }
}

function judgeConnecting({ moment, fault }: Combination, { report, limits }: Observation): Violation[] {
  const { connecting, connectingAgain } = report!
  const violations = judgeTime('connect()', connecting, limits.connectTimeout)
  const { outcome } = connecting
  if (outcome.is === 'foreign error')
    violations.push(grave(`connect() failed with an untyped error: ${outcome.message}`))
  if (isResult(outcome)) return violations
  if (moment !== 'connecting') violations.push(because(outcome, 'connect() must succeed'))
  if (isHarmless(fault.name)) violations.push(because(outcome, `connect() must succeed with ${fault.name}`))
  if (connectingAgain && !isResult(connectingAgain.outcome)) {
    violations.push(because(connectingAgain.outcome, 'the second connect() must succeed'))
  }
  return violations
}

/** The next call succeeds, or the one after it if the next one is the first to meet a stream that died in silence. */
function judgeRecovery({ mode, fault, moment }: Combination, { next, afterNext }: ClientReport): Violation[] {
  const { outcome } = next!
  if (isResult(outcome)) return []
  const isFirst = mode.transport === 'sse' && fault.name === 'silent to the client' && moment === 'draining'
  const isTimeout = outcome.is === 'error' && outcome.code === 'timeout'
  if (!isFirst || !isTimeout) return [because(outcome, 'the next call must succeed')]
  const { outcome: last } = afterNext!
  return isResult(last) ? [] : [because(last, 'the call after the next one must succeed')]
}

function judgeConnection({ mode }: Combination, { report }: Observation): Violation[] {
  const { change, connection } = report!
  const violations: Violation[] = []
  if (change !== undefined && !/^(tools|may-have-changed|subscribed)$/.test(change)) {
    violations.push(ofTime(`the subscription must tell of a change, but: ${change}`))
  }
  if (connection && (connection.transport !== mode.transport || connection.era !== mode.era)) {
    violations.push(grave(`the connection is ${connection.transport}, ${connection.era}; the server is ${mode.era}`))
  }
  return violations
}

function judgeDisturbed(combination: Combination, report: CallReport, observation: Observation): Violation[] {
  const { mode, fault } = combination
  const { outcome, progress, milliseconds } = report
  const { disturbed: executions, limits, struckAfter } = observation
  const allowed = mode.retry === 'safe' ? 2 : 1
  const violations = judgeCall('the disturbed call', report, executions, observation, allowed)
  if (countRuns(progress) > allowed) {
    violations.push(grave(`progress is out of order or repeated: ${progress}${repetition(report, executions)}`))
  }
  if (mustSucceed(combination) && !isResult(outcome)) {
    violations.push(because(outcome, 'the disturbed call must succeed'))
  }
  if (isResult(outcome) && progress.length < STEPS)
    violations.push(grave(`progress was lost: ${progress}${repetition(report, executions)}`))
  const isTimeout = outcome.is === 'error' && outcome.code === 'timeout'
  if (isTimeout && !fault.isSilent && !mode.forgetsAnswers)
    violations.push(because(outcome, 'the disturbed call must not wait for its timeout'))
  // Nothing of the call can arrive after the fault, and what else arrives does not count.
  const limit = struckAfter + limits.timeout
  if (isTimeout && fault.isSilent && milliseconds > limit + SLACK) {
    violations.push(ofTime(`the disturbed call timed out after ${milliseconds} ms, which was due after ${limit} ms`))
  }
  return violations
}

function judgeCall(
  what: string,
  report: CallReport,
  executions: Executions,
  { limits }: Observation,
  allowed = 1,
): Violation[] {
  const { outcome } = report
  const { key, count } = executions
  const violations = judgeTime(what, report, limits.maxTotalTimeout)
  if (outcome.is === 'foreign error') violations.push(grave(`${what} failed with an untyped error: ${outcome.message}`))
  if (outcome.is === 'error' && outcome.delivery === 'not-executed' && count > 0) {
    const text = `${what} was reported as not executed, but the server executed it ${count} times: ${show(outcome)}`
    violations.push(grave(text))
  }
  if (outcome.is === 'result' && count === 0) violations.push(grave(`${what} has a result, but was never executed`))
  if (outcome.is === 'result' && outcome.isError) violations.push(grave(`${what} has an error result: ${outcome.text}`))
  if (count > allowed) {
    violations.push(grave(`${what} was executed ${count} times (${key})${repetition(report, executions)}`))
  }
  return violations
}

/**
 * Says so where more POSTs arrived at the proxy than the client gave to fetch(), after one that got no response on a
 * connection that was used before.
 */
function repetition({ fetches }: CallReport, { posts, unanswered }: Executions): string {
  if (posts <= fetches || unanswered === 0) return ''
  return `, ${SENT_AGAIN}: ${posts} POSTs at the proxy, ${fetches} calls of fetch(), ${unanswered} unanswered`
}

function judgeTime(what: string, { outcome, milliseconds }: Timed, limit: number): Violation[] {
  if (outcome.is === 'pending') return [ofTime(`${what} did not settle within ${milliseconds} ms`)]
  const isLate = milliseconds > limit + SLACK
  return isLate ? [ofTime(`${what} settled after ${milliseconds} ms, its limit is ${limit} ms`)] : []
}

/** How often progress begins anew: once, unless the call was sent again. */
function countRuns(progress: readonly number[]): number {
  return progress.filter((value, index) => index === 0 || value <= progress[index - 1]!).length
}

const isHarmless = (fault: string) => fault === 'delay' || fault === 'throttle'

/** The faults that only end connections, so that a stream with stored events can be resumed. */
const endsConnections = (fault: string) => /^(cut|reset|refuse)/.test(fault)

function mustSucceed({ mode, fault: { name }, moment }: Combination): boolean {
  if (isHarmless(name)) return true
  // The answer has arrived, or the fault is over before the call.
  if (moment === 'draining' || moment === 'connecting') return true
  if (moment === 'idle' || moment === 'listening') return /^(cut|reset|kill and restart)$/.test(name)
  // The second attempt meets no fault, unless it is sent before the client has read that its one stream was reset, too.
  const isOneStream = mode.transport === 'sse' && name === 'reset'
  if (mode.retry === 'safe' && /^(cut|reset)/.test(name)) return !isOneStream
  if (mode.outlastsSilence) return true
  return !!mode.keepsEvents && moment !== 'request sent' && endsConnections(name)
}

const isResult = (outcome: Outcome) => outcome.is === 'result'

function show(outcome: Outcome): string {
  if (outcome.is === 'error') return `${outcome.code}, ${outcome.delivery}: ${outcome.message}`
  return outcome.is === 'pending' ? 'it is pending' : JSON.stringify(outcome).slice(0, 200)
}
