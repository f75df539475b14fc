/** Refuses scripts whose steps are unknown or cannot take effect. */
import type { Rule } from './script.ts'

/** Steps that may follow `pass`, where the server writes the stream itself. */
const ALLOWED_AFTER_PASS = ['delay', 'barrier', 'event', 'frame', 'comment', 'trickle', 'close', 'fault']

/** Steps that nothing may follow. */
const FINAL_STEPS = ['respond', 'answerJson', 'close']

const STEP_NAMES = new Set([
  ...ALLOWED_AFTER_PASS,
  ...FINAL_STEPS,
  ...['pass', 'stream', 'prime', 'answer', 'answerError', 'answerWithId', 'notify', 'serverRequest'],
  ...['hold', 'closeConnection'],
])

export const MATCH_FIELDS: ReadonlySet<string> = new Set(['httpMethod', 'path', 'rpcMethod', 'tool'])

/** Throws an error that names the rule and the step. */
export function checkScript(rules: unknown): asserts rules is Rule[] {
  if (!Array.isArray(rules)) throw new Error('A script is a list of rules')
  rules.forEach((rule: Rule, index) => {
    const problem = findProblem(rule)
    if (problem) throw new Error(`Rule ${index + 1}: ${problem}`)
  })
}

function findProblem({ on, nth, do: steps }: Rule): string | undefined {
  const unknownField = Object.keys(on ?? {}).find((key) => !MATCH_FIELDS.has(key))
  if (unknownField) return `there is no ${unknownField} to match`
  if (nth !== undefined && !(Number.isInteger(nth) && nth > 0)) return 'nth counts from 1'
  if (!Array.isArray(steps)) return 'do is a list of steps'
  const names = steps.map((step) => Object.keys(step ?? {}).find((key) => STEP_NAMES.has(key)) ?? '')
  for (const [index, name] of names.entries()) {
    const label = `step ${index + 1}, ${JSON.stringify(steps[index])}`
    if (!name) return `${label}: unknown`
    const before = names.slice(0, index)
    const final = before.find((earlier) => FINAL_STEPS.includes(earlier))
    if (final) return `${label}: nothing can follow ${final}`
    if (before.includes('pass') && !ALLOWED_AFTER_PASS.includes(name)) return `${label}: not on a stream that passes`
    const isDecided = before.some((earlier) => !['delay', 'barrier'].includes(earlier))
    if (isDecided && ['pass', 'respond', 'answerJson', 'stream'].includes(name)) return `${label}: comes too late`
  }
  return undefined
}
