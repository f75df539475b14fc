/** Pieces of TypeScript that contain words of a server: keys, comments and names. None of them can end early. */

/** Characters of a description that are kept. */
const MAX_COMMENT = 2_000

/** The key of a member: of `__proto__` in brackets, since it would be the prototype. Strings may contain U+2028 and U+2029. */
export function toKey(name: string): string {
  if (name === '__proto__') return `['${name}']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** A comment for the line above, or nothing. Tags of the server are shown as text: `@deprecated` would strike a tool out. */
export function toComment(description: unknown, indent: string): string {
  if (typeof description !== 'string') return ''
  const lines = description
    .slice(0, MAX_COMMENT)
    .replace(/\*\//g, '*\\/')
    .replace(/(^|[\s{*/])@/g, '$1\\@')
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: editors show them as garbage
    .map((line) => ` ${line.replace(/[\0-\x1f\x7f]/g, ' ')}`.trimEnd())
  if (!lines[0]) return ''
  if (lines.length < 2) return `${indent}/**${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line}\n`).join('')}${indent} */\n`
}

/** The value as JSON, or as `write` has it; undefined if it is nested too deep. */
export function toText<Value>(value: Value, write: (value: Value) => string = JSON.stringify): string | undefined {
  try {
    return write(value)
  } catch {}
  return undefined
}

/** `read_file` becomes `ReadFile`. Empty for a name without Latin letters or digits. */
export function toPascalCase(name: string): string {
  const words = name.slice(0, 80).match(/[A-Za-z0-9]+/g) ?? []
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
