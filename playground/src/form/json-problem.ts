/** Describes the error in a text that is not valid JSON, with its line. */
import { describeLost, findLostNumber } from '../ui/exact-json.ts'

/** Undefined when the text is JSON, with numbers that can be sent as they are written. */
export function findJsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text)
    const lost = findLostNumber(text)
    return lost && describeLost(lost)
  } catch (error) {
    if (text.trim() === '') return 'There is no JSON yet.'
    return `The JSON has a mistake in line ${lineOf((error as Error).message, text)}: ${explain((error as Error).message)}`
  }
}

/** Engines name a position, a line, or neither; then it is the end of the longest beginning that could be JSON. */
function lineOf(message: string, text: string): number {
  const [, line] = /line (\d+)/.exec(message) ?? []
  if (line) return Number(line)
  const [, position] = /position (\d+)/.exec(message) ?? []
  const end = position ? Number(position) : findMistake(text)
  return text.slice(0, end).split('\n').length
}

/** The words of the engine, without the excerpt and the position that some of them add. */
function explain(message: string): string {
  return message
    .replace(/^JSON\.parse: |^JSON Parse error: /, '')
    .replace(/,? ?\.{0,3}".*" is not valid JSON/s, '')
    .replace(/ (in JSON )?at (position|line) .*/, '')
    .slice(0, 200)
}

/** The start of the first token that cannot follow the ones before it. */
function findMistake(text: string): number {
  const token = /\s*(?:([[\]{}:,])|("(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y
  const open: string[] = []
  let expectsValue = true
  let end = 0
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [, mark, value] = match
    const opens = mark === '{' || mark === '['
    const closes = mark === '}' || mark === ']'
    if ((value || opens) && !expectsValue) break
    if ((mark === ',' || mark === ':') && expectsValue) break
    if (closes && (mark === '}') !== (open.at(-1) === '{')) break
    if (opens) open.push(mark)
    if (closes) open.pop()
    expectsValue = opens || mark === ',' || mark === ':'
    end = token.lastIndex
  }
  return end + /^\s*/.exec(text.slice(end))![0].length
}
