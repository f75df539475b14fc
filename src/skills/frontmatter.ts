/** A parser for the front matter of a `SKILL.md`, which supports a part of YAML. */

/**
 * Supports maps and lists by indentation, plain, quoted and block scalars, and flow lists of scalars. Other YAML is a
 * SyntaxError: the result is compared with the entry of the skill, so it must not be a guess.
 */
export function parseFrontmatter(text: string): Record<string, unknown> {
  const yaml = readFrontmatter(text)
  const lines = yaml
    .split(/\r?\n/)
    .map((line, index) => ({ indent: line.search(/\S|$/), text: line.trim(), index, raw: line }))
  const reader = createReader(lines)
  const value = reader.readMap(0)
  reader.expectEnd()
  return value
}

/** The YAML between the two lines of dashes at the start of the file. */
export function readFrontmatter(text: string): string {
  const yaml = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text)
  if (!yaml) throw new SyntaxError('there is no front matter')
  return yaml[1] ?? ''
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
      const [, quoted, plain, rest = ''] =
        /^(?:("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|([^\s"'#[\]{}&*!|>%@`][^:]*?))\s*:(?:\s+(.*))?$/.exec(line.text) ?? []
      const key = quoted ? String(parseScalar(quoted, line)) : plain
      if (key === undefined || Object.hasOwn(members, key)) throw unexpected(line)
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
    const block = /^([|>])(-?)\s*(?:#.*)?$/.exec(rest)
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
    let whole = text
    for (
      let line = lines[position];
      line?.text && line.indent > indent && !line.text.startsWith('#');
      line = lines[position]
    ) {
      whole += ` ${withoutComment(line.text)}`
      position++
    }
    return whole
  }

  function readBlock(folded: boolean, stripped: boolean, indent: number, line: Line): string {
    const block: Line[] = []
    while (position < lines.length && (lines[position]!.text === '' || lines[position]!.indent > indent))
      block.push(lines[position++]!)
    const depth = block.find((line) => line.text)?.indent ?? 0
    const body = block
      .map(({ raw }) => raw.slice(depth))
      .join('\n')
      .replace(/\n+$/, '')
    // YAML does not fold deeper lines or the breaks around them, which is not supported.
    if (folded && /^\s/m.test(body.replace(/\n+/g, '\n'))) throw unexpected(line)
    const text = folded ? body.replace(/([^\n])\n(?=[^\n])/g, '$1 ').replace(/\n\n/g, '\n') : body
    return stripped || text === '' ? text : `${text}\n`
  }
}

function isItem({ text }: Line): boolean {
  return text === '-' || text.startsWith('- ')
}

function withoutComment(text: string): string {
  if (/^["']/.test(text)) return text.replace(/^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s+#.*$/, '$1').trim()
  return text.replace(/(^|\s)#.*$/, '').trim()
}

function parseFlowList(text: string, line: Line): unknown[] {
  const inner = /^\[(.*)\]$/.exec(text)?.[1]
  if (inner === undefined || /[[\]{}]/.test(inner)) throw unexpected(line)
  if (inner.trim() === '') return []
  const items = inner.match(/\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,"']+)\s*(,|$)/g) ?? []
  if (items.join('') !== inner) throw unexpected(line)
  return items.map((item) => parseScalar(item.replace(/,$/, '').trim(), line))
}

/** Resolves types by the core schema of YAML 1.2. */
function parseScalar(text: string, line: Line): unknown {
  if (text.startsWith("'")) {
    if (!/^'(?:[^']|'')*'$/.test(text)) throw unexpected(line)
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
