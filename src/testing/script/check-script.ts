/** Refuses scripts that would not do what they seem to say. */
import type { Rule } from './script.ts'

/** On a stream that the server writes itself. */
const BESIDE = ['delay', 'barrier', 'event', 'frame', 'comment', 'trickle', 'close', 'fault']

const LAST = ['respond', 'answerJson', 'close']

const VERBS = new Set([
  ...BESIDE,
  ...LAST,
  ...['pass', 'stream', 'prime', 'answer', 'answerError', 'answerWithId', 'notify', 'serverRequest'],
  ...['hold', 'closeConnection'],
])

const MATCHES = new Set(['http', 'path', 'rpc', 'tool'])

/** Throws an error that names the rule and the step. */
export function checkScript(rules: Rule[]): void {
  if (!Array.isArray(rules)) throw new Error('A script is a list of rules')
  rules.forEach((rule, index) => {
    const problem = problemOf(rule)
    if (problem) throw new Error(`Rule ${index + 1}: ${problem}`)
  })
}

function problemOf({ on, nth, do: steps }: Rule): string | undefined {
  const strange = Object.keys(on ?? {}).find((key) => !MATCHES.has(key))
  if (strange) return `there is no ${strange} to match`
  if (nth !== undefined && !(Number.isInteger(nth) && nth > 0)) return 'nth counts from 1'
  if (!Array.isArray(steps)) return 'do is a list of steps'
  const verbs = steps.map((step) => Object.keys(step ?? {}).find((key) => VERBS.has(key)) ?? '')
  for (const [index, verb] of verbs.entries()) {
    const here = `step ${index + 1}, ${JSON.stringify(steps[index])}`
    if (!verb) return `${here}: unknown`
    const before = verbs.slice(0, index)
    const last = before.find((earlier) => LAST.includes(earlier))
    if (last) return `${here}: nothing can follow ${last}`
    if (before.includes('pass') && !BESIDE.includes(verb)) return `${here}: not on a stream that passes`
    const decided = before.some((earlier) => !['delay', 'barrier'].includes(earlier))
    if (decided && ['pass', 'respond', 'answerJson', 'stream'].includes(verb)) return `${here}: comes too late`
  }
  return undefined
}
