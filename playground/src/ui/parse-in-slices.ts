/** Parses long JSON a few milliseconds at a time, so that the page stays usable. */
import { parseExactJson } from './exact-json.ts'

/** Milliseconds of work before the page gets its turn. */
const SLICE_MS = 8

/** Tokens between two looks at the clock. */
const TOKENS_BETWEEN = 500

const WORD = /-?\d[\d.eE+-]*|true|false|null/y
const SPACE = /[ \t\n\r]*/y

interface Open {
  target: unknown[] | Record<string, unknown>
  key: string | undefined
}

/** Rejects with a SyntaxError when it is not JSON, and when the signal aborts. */
export async function parseInSlices(text: string, signal: AbortSignal): Promise<unknown> {
  const parser = createParser(text)
  for (;;) {
    const end = performance.now() + SLICE_MS
    while (performance.now() < end) if (parser.advance(TOKENS_BETWEEN)) return parser.result()
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}

/** A parser that can be stopped after each token. It uses no recursion, so that no nesting is too deep for it. */
function createParser(text: string) {
  const open: Open[] = []
  let at = 0
  let result: unknown
  let isDone = false
  /** What may come next; after a comma no list or object may end. */
  let expects: 'value' | 'key' | 'value or end' | 'key or end' | 'separator' = 'value'

  return {
    result: () => result,
    /** True when the text has ended. */
    advance(tokens: number): boolean {
      for (let count = 0; count < tokens; count++) {
        skip()
        if (isDone) {
          if (at < text.length) throw fail()
          return true
        }
        step()
      }
      return false
    },
  }

  function skip(): void {
    SPACE.lastIndex = at
    SPACE.test(text)
    at = SPACE.lastIndex
  }

  function step(): void {
    const character = text[at]
    const top = open.at(-1)
    if (character === '}' || character === ']') {
      close(character)
      return
    }
    if (expects === 'separator') {
      if (character !== ',') throw fail()
      at++
      expects = Array.isArray(top!.target) ? 'value' : 'key'
      return
    }
    if (expects === 'key' || expects === 'key or end') {
      if (character !== '"') throw fail()
      top!.key = readString()
      skip()
      if (text[at] !== ':') throw fail()
      at++
      expects = 'value'
      return
    }
    if (character === '{' || character === '[') {
      at++
      open.push({ target: character === '{' ? {} : [], key: undefined })
      expects = character === '{' ? 'key or end' : 'value or end'
      return
    }
    put(character === '"' ? readString() : readWord())
  }

  function close(character: string): void {
    const top = open.pop()
    const canEnd = expects === 'separator' || expects === 'key or end' || expects === 'value or end'
    if (!top || !canEnd || Array.isArray(top.target) !== (character === ']')) throw fail()
    at++
    put(top.target)
  }

  function put(value: unknown): void {
    const top = open.at(-1)
    expects = 'separator'
    if (!top) {
      result = value
      isDone = true
    } else if (Array.isArray(top.target)) top.target.push(value)
    // An assignment to this name would set the prototype.
    else if (top.key === '__proto__')
      Object.defineProperty(top.target, top.key, { value, writable: true, enumerable: true, configurable: true })
    else top.target[top.key!] = value
  }

  function readString(): string {
    let end = at
    do {
      end = text.indexOf('"', end + 1)
      if (end < 0) throw fail()
    } while (isEscaped(end))
    const part = text.slice(at, end + 1)
    at = end + 1
    return JSON.parse(part) as string
  }

  function isEscaped(index: number): boolean {
    let first = index
    while (text[first - 1] === '\\') first--
    return (index - first) % 2 === 1
  }

  function readWord(): unknown {
    WORD.lastIndex = at
    const word = WORD.exec(text)?.[0]
    if (word === undefined) throw fail()
    at += word.length
    return parseExactJson(word)
  }

  function fail(): SyntaxError {
    return new SyntaxError(`This is no JSON at ${at}`)
  }
}
