/** A parser for the front matter of a `SKILL.md`, which supports a part of YAML, in time linear in its length. */

/** Characters. A longer front matter is refused. */
const MAX_LENGTH = 1_048_576

/**
 * Supports maps and lists by indentation, plain, quoted and block scalars, and flow lists of scalars. Other YAML is a
 * SyntaxError: the result is compared with the entry of the skill, so it must not be a guess.
 */
export function parseFrontmatter(text: string): Record<string, unknown> {
  const lines = readFrontmatter(text)
    .split(/\r?\n/)
    .map((line, index) => ({ indent: line.search(/\S|$/), text: line.trim(), index, raw: line }))
  const reader = createReader(lines)
  const value = reader.readMap(0)
  reader.expectEnd()
  return value
}

/** The YAML between the two lines of dashes at the start of the file. */
export function readFrontmatter(text: string): string {
  const lines = text.slice(0, MAX_LENGTH).split('\n')
  const isMarker = (line: string) => /^---[ \t]*\r?$/.test(line)
  const end = lines.findIndex((line, index) => index > 0 && isMarker(line))
  if (end < 0 || !isMarker(lines[0]!)) throw new SyntaxError('there is no front matter')
  const yaml = lines.slice(1, end).join('\n')
  return yaml.endsWith('\r') ? yaml.slice(0, -1) : yaml
}

interface Line {
  indent: number
  text: string
  raw: string
  index: number
}

function createReader(lines: Line[]) {
  let position = 0
  return { readMap, expectEnd }

  /** The next line after empty lines and comments. */
  function peek(): Line | undefined {
    while (position < lines.length && /^(#|$)/.test(lines[position]!.text)) position++
    return lines[position]
  }

  function expectEnd(): void {
    const line = peek()
    if (line) throw unexpected(line)
  }

  function readMap(indent: number): Record<string, unknown> {
    const members: Record<string, unknown> = {}
    for (let line = peek(); line && line.indent === indent && !isItem(line); line = peek()) {
      const { key, rest } = readKey(line)
      if (Object.hasOwn(members, key)) throw unexpected(line)
      position++
      // Not assigned, because a key may be `__proto__`.
      Object.defineProperty(members, key, {
        value: readValue(rest, line, indent),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
    return members
  }

  /** The value after a key or a dash, with the deeper lines below it. */
  function readValue(rest: string, line: Line, indent: number): unknown {
    const block = /^([|>])(-?)\s*(?:#|$)/.exec(rest)
    if (block) return readBlock(block[1] === '>', block[2] === '-', indent, line)
    const text = withoutComment(rest)
    if (text.startsWith('[')) return parseFlowList(text, line)
    if (text) return parseScalar(readContinuedLines(text, indent), line)
    const next = peek()
    if (!next || next.indent < indent || (next.indent === indent && !isItem(next))) return null
    return isItem(next) ? readList(next.indent) : readMap(next.indent)
  }

  function readList(indent: number): unknown[] {
    const items: unknown[] = []
    for (let line = peek(); line && line.indent === indent && isItem(line); line = peek()) {
      const rest = line.text.slice(1).trim()
      // A map that begins on the line of a dash is not supported.
      if (/^[^"'[]*:(\s|$)/.test(rest)) throw unexpected(line)
      position++
      items.push(readValue(rest, line, indent))
    }
    return items
  }

  /** A plain or quoted scalar may continue on deeper lines; the line breaks become spaces. */
  function readContinuedLines(text: string, indent: number): string {
    const parts = [text]
    for (
      let line = lines[position];
      line?.text && line.indent > indent && !line.text.startsWith('#');
      line = lines[position]
    ) {
      parts.push(withoutComment(line.text))
      position++
    }
    return parts.join(' ')
  }

  function readBlock(folded: boolean, stripped: boolean, indent: number, line: Line): string {
    const block: Line[] = []
    while (position < lines.length && (lines[position]!.text === '' || lines[position]!.indent > indent))
      block.push(lines[position++]!)
    const depth = block.find((line) => line.text)?.indent ?? 0
    const rows = block.map(({ raw }) => raw.slice(depth))
    while (rows.at(-1) === '') rows.pop()
    // YAML does not fold deeper lines or the breaks around them, which is not supported.
    if (folded && rows.some((row) => /^\s/.test(row))) throw unexpected(line)
    const body = rows.join('\n')
    // One line break becomes a space, and of several the first is dropped.
    const text = folded ? body.replace(/\n+/g, (run, at) => (at === 0 ? run : run.slice(1) || ' ')) : body
    return stripped || text === '' ? text : `${text}\n`
  }
}

function isItem({ text }: Line): boolean {
  return text === '-' || text.startsWith('- ')
}

/** A key ends at the first colon, which a blank or the end of the line must follow. */
function readKey(line: Line): { key: string; rest: string } {
  const { text } = line
  const quoteEnd = endOfQuote(text, 0)
  const colon = text.indexOf(':', quoteEnd)
  const name = text.slice(0, colon).trimEnd()
  const isValid = quoteEnd ? name.length === quoteEnd : /^[^\s"'#[\]{}&*!|>%@`]/.test(name)
  if (colon < 1 || !isValid || !/^(\s|$)/.test(text.slice(colon + 1, colon + 2))) throw unexpected(line)
  return { key: quoteEnd ? String(parseScalar(name, line)) : name, rest: text.slice(colon + 1).trimStart() }
}

/** The index after the quoted text that begins at `start`; `start` itself if there is none, or if it has no end. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start]
  if (quote !== '"' && quote !== "'") return start
  for (let index = start + 1; index < text.length; index++) {
    if (quote === '"' && text[index] === '\\') index++
    else if (text[index] === quote) {
      // A single quote is doubled inside of single quotes.
      if (quote === '"' || text[index + 1] !== quote) return index + 1
      index++
    }
  }
  return start
}

/** Removes the comment at the end of a value. A number sign inside of quotes is none. */
function withoutComment(text: string): string {
  const quoteEnd = endOfQuote(text, 0)
  // The quoted text goes on in the next line.
  if (!quoteEnd && /^["']/.test(text)) return text
  const comment = text.slice(quoteEnd).search(quoteEnd ? /\s#/ : /(^|\s)#/)
  return (comment < 0 ? text : text.slice(0, quoteEnd + comment)).trim()
}

function parseFlowList(text: string, line: Line): unknown[] {
  const end = text.length - 1
  if (text[end] !== ']' || /[[\]{}]/.test(text.slice(1, end))) throw unexpected(line)
  const items: unknown[] = []
  for (let start = 1; ; ) {
    while (/\s/.test(text[start]!)) start++
    if (start >= end) return items
    const comma = text.indexOf(',', endOfQuote(text, start))
    const item = text.slice(start, comma < 0 ? end : comma).trim()
    if (!item || (/["']/.test(item) && endOfQuote(item, 0) !== item.length)) throw unexpected(line)
    items.push(parseScalar(item, line))
    start = comma < 0 ? end : comma + 1
  }
}

/** Resolves types by the core schema of YAML 1.2. */
function parseScalar(text: string, line: Line): unknown {
  if (text.startsWith("'")) {
    if (endOfQuote(text, 0) !== text.length) throw unexpected(line)
    return text.slice(1, -1).replaceAll("''", "'")
  }
  if (text.startsWith('"')) return parseQuoted(text, line)
  if (/^[[\]{}&*!|>%@`]|: |:$/.test(text)) throw unexpected(line)
  if (/^(~|null|Null|NULL)$/.test(text)) return null
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return text.toLowerCase() === 'true'
  if (/^[-+]?(\d+|(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?)$/.test(text)) return Number(text)
  return text
}

function parseQuoted(text: string, line: Line): string {
  try {
    return JSON.parse(text)
  } catch {
    throw unexpected(line)
  }
}

function unexpected({ index }: Line): SyntaxError {
  return new SyntaxError(`line ${index + 1} is not understood`)
}
