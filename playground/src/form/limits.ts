/** What a schema allows, in plain words, as it stands beside the field. */

import { formatBytes } from '../ui/format.ts'
import { nonEmptyString } from '../ui/json.ts'
import { isFileSchema, maxFileSize } from './file.ts'
import { formatOf } from './formats.ts'
import type { Kind } from './kind.ts'
import { momentKind } from './moment.ts'
import type { Schema } from './shape.ts'

export function limitsOf(schema: Schema, kind: Kind): string[] {
  switch (kind) {
    case 'number':
      return numberLimits(schema)
    case 'text':
      return isFileSchema(schema) ? fileLimits(schema) : textLimits(schema)
    case 'array':
      return [...range(schema, 'minItems', 'maxItems', 'item'), ...(schema.uniqueItems ? ['no item twice'] : [])]
    case 'choices':
      return range(schema, 'minItems', 'maxItems', 'item')
    case 'object':
    case 'map':
      return range(schema, 'minProperties', 'maxProperties', 'entry')
    default:
      return []
  }
}

function numberLimits(schema: Schema): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const parts: string[] = []
  // The numbers of draft 4 are in `minimum` and `maximum`, and the exclusive ones say true.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
  const least = exclusiveMinimum === true ? undefined : minimum
  const most = exclusiveMaximum === true ? undefined : maximum
  if (typeof least === 'number' && typeof most === 'number') parts.push(`${write(least)} to ${write(most)}`)
  else if (typeof least === 'number') parts.push(`at least ${write(least)}`)
  else if (typeof most === 'number') parts.push(`at most ${write(most)}`)
  if (typeof above === 'number') parts.push(`more than ${write(above)}`)
  if (typeof below === 'number') parts.push(`less than ${write(below)}`)
  if (typeof multipleOf === 'number') parts.push(`a multiple of ${write(multipleOf)}`)
  const integer = /^u?int(32|64)$/.exec(nonEmptyString(schema.format) ?? '')
  if (integer) parts.push(`${integer[1]} bits`)
  return parts
}

/** The limits have gone through `JSON.parse`, which may have changed the last digits of large ones. */
function write(limit: number): string {
  return Number.isInteger(limit) && !Number.isSafeInteger(limit) ? `about ${limit.toPrecision(4)}` : String(limit)
}

function textLimits(schema: Schema): string[] {
  const { pattern, format } = schema
  const known = formatOf(format)
  return [
    // The type beside the name says it already.
    ...(momentKind(schema) ? [] : known ? [known.words] : nonEmptyString(format) ? [`format ${format}`] : []),
    ...range(schema, 'minLength', 'maxLength', 'character'),
    ...(nonEmptyString(pattern) ? [`matches ${pattern}`] : []),
  ]
}

function fileLimits(schema: Schema): string[] {
  const type = nonEmptyString(schema.contentMediaType)
  return [...(type ? [type] : []), `at most ${formatBytes(maxFileSize(schema))}`]
}

function range(schema: Schema, min: string, max: string, of: 'item' | 'character' | 'entry'): string[] {
  const least = typeof schema[min] === 'number' && schema[min] > 0 ? schema[min] : undefined
  const most = typeof schema[max] === 'number' ? schema[max] : undefined
  if (least !== undefined && least === most) return [`exactly ${count(least, of)}`]
  if (least !== undefined && most !== undefined) return [`${least} to ${count(most, of)}`]
  if (least !== undefined) return [`at least ${count(least, of)}`]
  return most === undefined ? [] : [`at most ${count(most, of)}`]
}

export function count(number: number, of: 'item' | 'character' | 'entry'): string {
  const many = of === 'entry' ? 'entries' : `${of}s`
  return `${number} ${number === 1 ? of : many}`
}
