/** Shows lists: names in bold, what belongs to each below. */
import { isObject } from '../../src/core/util/is-object.ts'
import { cleanLine } from '../command/clean.ts'
import { bold, cyan, dim, type Output, type Part } from '../command/output.ts'
import { resolveSchema, typesOf } from './schema.ts'

export interface ListRow {
  name: string
  title?: string | undefined
  description?: string | undefined
  /** Further lines. */
  details?: Part[][]
}

export function showRows(output: Output, rows: readonly ListRow[], none: string): void {
  if (rows.length === 0) output.note(none)
  for (const { name, title, description, details = [] } of rows) {
    output.print(bold(cleanLine(name)), title && title !== name ? dim(`  ${cleanLine(title, 200)}`) : '')
    if (description) output.print('  ', cleanLine(description, 400))
    for (const line of details) output.print('  ', ...line)
  }
}

/** One line per argument: name, type, what it is. */
export function describeArguments(schema: unknown): Part[][] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const entries = Object.entries(schema.properties)
  const width = Math.min(24, Math.max(0, ...entries.map(([name]) => name.length)))
  return entries.slice(0, 50).map(([name, member]) => {
    const part = isObject(member) ? resolveSchema(member, schema) : {}
    const values = Array.isArray(part.enum) ? part.enum.map(String).join('|') : ''
    const type = cleanLine(values || typesOf(part, schema).join(' or ') || 'any', 60)
    const about = typeof part.description === 'string' ? `  ${cleanLine(part.description, 160)}` : ''
    const isOptional = !required.includes(name)
    return [cyan(cleanLine(name, 60).padEnd(width)), `  ${type}${isOptional ? ', optional' : ''}`, dim(about)]
  })
}
