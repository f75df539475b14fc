/** Numbers as JavaScript can send them: one that would be changed silently is refused. */
import { UsageError } from '../command/errors.ts'

/** Undefined for a text that is not a number; throws for one that would be sent as another number. */
export function toNumber(name: string, text: string): number | undefined {
  if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined
  const number = Number(text)
  if (!Number.isFinite(number) || (/^-?\d+$/.test(text) && !Number.isSafeInteger(number)))
    throw new UsageError(`${name}: ${text.slice(0, 40)} is too large for a JSON number that keeps its digits`)
  return number
}

/** `JSON.parse`, which reads 9007199254740993 as another number, and 1e999 as one that JSON cannot have. */
export function parseExactJson(name: string, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${name}: not valid JSON (${(error as Error).message.split('\n')[0]})`)
  }
  checkNumbers(name, text)
  return value
}

/** Reads valid JSON from left to right, and knows at each number in which member it is. */
function checkNumbers(name: string, text: string): void {
  const path: (string | number)[] = []
  let key = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g)) {
    if (token === '{') path.push('')
    else if (token === '[') path.push(0)
    else if (token === '}' || token === ']') path.pop()
    else if (token === ',') {
      const last = path.at(-1)
      if (typeof last === 'number') path[path.length - 1] = last + 1
    } else if (token === ':') path[path.length - 1] = key
    else if (token.startsWith('"')) key = JSON.parse(token) as string
    else toNumber(showPath(name, path), token)
  }
}

function showPath(name: string, path: readonly (string | number)[]): string {
  const inside = path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
  // Options are named before the field, fields themselves are its beginning.
  if (inside === '') return name
  return name.startsWith('--') ? `${name}: ${inside}` : `${name}${inside.startsWith('[') ? '' : '.'}${inside}`
}
