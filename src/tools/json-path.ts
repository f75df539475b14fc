/** Finds a value in a JSON text by its path, without making values of the others. */
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  endOfBranch,
  endOfString,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  SPACE,
} from './json-outline.ts'

/** The text of the value at a JSON pointer (RFC 6901); of a string, what it says. Undefined if there is none. */
export function valueAt(text: string, path: string): string | undefined {
  if (path === '' || path === '/') return text
  const tokens = path.split('/').slice(path.startsWith('/') ? 1 : 0)
  let start = skipBlanks(text, 0)
  try {
    for (const token of tokens) start = findMember(text, start, token.replaceAll('~1', '/').replaceAll('~0', '~'))
    const value = text.slice(start, endOfValue(text, start))
    return value.startsWith('"') ? (JSON.parse(value) as string) : value || undefined
  } catch {
    return undefined
  }
}

/** Where the member of an object, or the item of an array, begins. Throws if there is none. */
function findMember(text: string, start: number, key: string): number {
  const isArray = text.charCodeAt(start) === OPEN_ARRAY
  let found = -1
  let index = isArray || text.charCodeAt(start) === OPEN_OBJECT ? skipBlanks(text, start + 1) : text.length
  for (let count = 0; index < text.length && !isEnd(text.charCodeAt(index)); count++) {
    let name = `${count}`
    if (!isArray) {
      const end = endOfValue(text, index)
      name = text.slice(index + 1, end - 1)
      if (name.includes('\\')) name = JSON.parse(text.slice(index, end))
      index = skipBlanks(text, skipBlanks(text, end) + 1)
    }
    // Of two members with a name, the last one counts.
    if (name === key) found = index
    if (isArray && found >= 0) break
    index = skipBlanks(text, endOfValue(text, index))
    if (text.charCodeAt(index) === COMMA) index = skipBlanks(text, index + 1)
  }
  if (found < 0) throw new RangeError(key)
  return found
}

/** The index after a value. Throws for a string or branch without an end. */
function endOfValue(text: string, start: number): number {
  const code = text.charCodeAt(start)
  const isString = code === QUOTE
  if (isString || code === OPEN_ARRAY || code === OPEN_OBJECT) {
    const end = isString ? endOfString(text, start) : endOfBranch(text, start)
    if (end < 0) throw new SyntaxError('no end')
    return end + 1
  }
  let end = start
  while (end < text.length && !isEnd(text.charCodeAt(end))) end++
  return end
}

const isEnd = (code: number) => code <= SPACE || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT

function skipBlanks(text: string, start: number): number {
  let index = start
  while (text.charCodeAt(index) <= SPACE) index++
  return index
}
