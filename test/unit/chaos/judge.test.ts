/** What the judge of the chaos tests may blame on a machine that stood still, and what never. */
import { expect, test } from 'vitest'
import type { CallReport, ClientReport, Outcome } from '../../chaos/clients/script.ts'
import { pageMoments } from '../../chaos/clients/script.ts'
import { allCombinations, moments, sampleOf } from '../../chaos/combinations.ts'
import { limitOf } from '../../chaos/declared-limits.ts'
import { faults } from '../../chaos/faults.ts'
import { judge } from '../../chaos/judge.ts'
import type { Observation } from '../../chaos/play.ts'
import { serverModes } from '../../chaos/server-modes.ts'

const [combination] = allCombinations('sdk 1.32, sessions / cut / request sent')
const limits = { timeout: 3_000, maxTotalTimeout: 8_000, connectTimeout: 6_000, pingTimeout: 800 }
const result: Outcome = { is: 'result', text: '', isError: false }
const timeout = (delivery: string): Outcome => ({ is: 'error', code: 'timeout', delivery, message: '' })

function observe(disturbed: Partial<CallReport>, other: Partial<Observation> = {}): Observation {
  const call: CallReport = { outcome: result, milliseconds: 100, progress: [1, 2, 3], fetches: 1 }
  const timed = { outcome: result, milliseconds: 100 }
  const report: ClientReport = {
    connecting: timed,
    connection: { transport: 'streamable-http', era: 'legacy' },
    disturbed: { ...call, ...disturbed },
    next: call,
    closing: timed,
    events: [],
  }
  const executions = { key: 'x', count: 1, posts: 1, unanswered: 0 }
  const rest = { struck: true, struckAfter: 0, leftOpen: [], limits }
  return { report, disturbed: executions, next: executions, ...rest, ...other }
}

const twice = { key: 'x', count: 2, posts: 2, unanswered: 1 }

test('a call that is answered once passes', () => {
  expect(judge(combination!, observe({}))).toEqual([])
})

test('a wait for a timeout may be played once more', () => {
  expect(judge(combination!, observe({ outcome: timeout('unknown') }))).toMatchObject([{ isOfTime: true }])
})

test.each([
  ['a wrong delivery, also that of a timeout', observe({ outcome: timeout('not-executed') })],
  ['two executions', observe({}, { disturbed: twice })],
  ['progress that is repeated', observe({ progress: [1, 2, 2, 3] })],
  ['what is open after close()', observe({}, { leftOpen: ['GET'] })],
])('%s is never played again', (_, observation) => {
  const violations = judge(combination!, observation)
  expect(violations.some(({ isOfTime }) => !isOfTime)).toBe(true)
})

test('a POST that a page sent twice by itself is declared, and one that the client sent twice is not', () => {
  const inChromium = { ...combination!, runtime: 'chromium' as const }
  const byItself = judge(inChromium, observe({ fetches: 1 }, { disturbed: twice }))
  expect(limitOf(inChromium, byItself)).toBeDefined()
  const byClient = judge(inChromium, observe({ fetches: 2 }, { disturbed: twice }))
  expect(byClient).not.toEqual([])
  expect(limitOf(inChromium, byClient)).toBeUndefined()
})

test('a safe retry may run twice', () => {
  const [safe] = allCombinations('sdk 1.32, sessions, safe retry / cut / request sent')
  expect(judge(safe!, observe({ progress: [1, 1, 2, 3], fetches: 2 }, { disturbed: twice }))).toEqual([])
})

test('the sample has every server, every fault and every moment', () => {
  const sample = sampleOf(allCombinations())
  expect(new Set(sample.map(({ mode }) => mode))).toEqual(new Set(serverModes))
  expect(new Set(sample.map(({ fault }) => fault))).toEqual(new Set(faults))
  expect(new Set(sample.map(({ moment }) => moment))).toEqual(new Set([...moments, ...pageMoments]))
})
