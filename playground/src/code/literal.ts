/** Values as source text: literals, property names and blocks. */

export function block(entries: readonly string[]): string {
  return `{\n${entries.map((entry) => `${indent(entry)},`).join('\n')}\n}`
}

export function indent(lines: string, by = '  '): string {
  return lines.replaceAll(/^(?=.)/gm, by)
}

/** A value as a literal: property names without quotes where possible, strings escaped. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (Array.isArray(value)) {
    const line = `[${value.map(literal).join(', ')}]`
    return line.length <= 100 || line.startsWith('[{\n')
      ? line
      : `[\n${value.map((entry) => `${indent(literal(entry))},`).join('\n')}\n]`
  }
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value))
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  if (entries.length === 0) return '{}'
  const properties = entries.map(([key, entry]) => `${propertyName(key)}: ${literal(entry)}`)
  const line = `{ ${properties.join(', ')} }`
  return line.length <= 80 && !line.includes('\n') ? line : block(properties)
}

/** `__proto__: …` would set the prototype; a computed name defines a property. */
export function propertyName(key: string): string {
  if (key === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringLiteral(key)
}

export function stringLiteral(value: string): string {
  const body = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  // Line separators end a line in old engines; bidirectional marks make code look different from what it is.
  return `'${body.replaceAll(/[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, escapeCharacter)}'`
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
