/** The entry `mcp-over-fetch/uri-template`: expands the URI templates of resources (RFC 6570, levels 1 to 4). */
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { encodeReserved, encodeUnreserved } from './encode.ts'
import { OPERATORS, type Part, parseTemplate, type Variable } from './parse-template.ts'

/** A value of a variable. Members of lists and objects that are undefined or null are left out. */
export type UriTemplateValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number | boolean | null | undefined)[]
  | { readonly [key: string]: string | number | boolean | null | undefined }

/** The values of all variables of a template, by name. */
export type UriTemplateValues = Readonly<Record<string, UriTemplateValue>>

/**
 * The names of the variables, each once. Throws TypeError for a template that is not valid.
 *
 * @example
 * uriTemplateVariables('file:///{folder}/{name}{?version}') // → [ 'folder', 'name', 'version' ]
 */
export function uriTemplateVariables(template: string): string[] {
  return [...new Set(parseTemplate(template).flatMap(({ variables }) => variables.map(({ name }) => name)))]
}

/**
 * The URI with these values. Every variable must be a member of `values`, so that a misspelt name is noticed; a value of
 * undefined or null, an empty list or an empty object leaves the variable out. Throws TypeError for a missing member, and
 * for a template or a value that is not valid.
 *
 * @example
 * const uri = expandUriTemplate('repo://{owner}/{name}{?branch}', { owner: 'ada', name: 'a b', branch: undefined })
 * console.log(uri) // → repo://ada/a%20b
 */
export function expandUriTemplate(template: string, values: UriTemplateValues): string {
  const parts = parseTemplate(template)
  const missing = uriTemplateVariables(template).filter((name) => !Object.hasOwn(values ?? {}, name))
  if (missing.length > 0) throw invalidArgument(`expandUriTemplate: expected values for ${missing.join(', ')}`)
  return parts.map((part) => part.literal + expandExpression(part, values)).join('')
}

function expandExpression({ operator, variables }: Part, values: UriTemplateValues): string {
  const { first, separator } = OPERATORS[operator]!
  const expanded = variables.flatMap((variable) => expandVariable(operator, variable, values[variable.name]))
  return expanded.length > 0 ? first + expanded.join(separator) : ''
}

/** The texts that the separator joins; none if the value is left out. */
function expandVariable(operator: string, { name, explode, maxLength }: Variable, value: UriTemplateValue): string[] {
  const { isNamed, emptySuffix, allowReserved } = OPERATORS[operator]!
  const encode = allowReserved ? encodeReserved : encodeUnreserved
  const withName = (key: string, text: string) => (text ? `${key}=${text}` : `${key}${emptySuffix}`)
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') {
    const text = encode(cut(`${value}`, maxLength))
    return [isNamed ? withName(encodeReserved(name), text) : text]
  }
  if (maxLength !== undefined) throw invalidArgument(`expandUriTemplate: expected text for ${name}, got several values`)
  const isList = Array.isArray(value)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined && member !== null)
  const pairs = entries.map(([key, member]) => [encode(key), encode(`${member}`)] as const)
  if (pairs.length === 0) return []
  if (explode && isList) return pairs.map(([, text]) => (isNamed ? withName(encodeReserved(name), text) : text))
  if (explode) return pairs.map(([key, text]) => (isNamed ? withName(key, text) : `${key}=${text}`))
  const joined = pairs.flatMap(([key, text]) => (isList ? [text] : [key, text])).join(',')
  return [isNamed ? withName(encodeReserved(name), joined) : joined]
}

/** The first characters of a text, not of its UTF-16 units. */
function cut(text: string, maxLength: number | undefined): string {
  return maxLength === undefined ? text : [...text].slice(0, maxLength).join('')
}
