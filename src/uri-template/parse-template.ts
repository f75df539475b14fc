/** Parses a URI template into literals and expressions (RFC 6570, section 2). */
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { encodeReserved } from './encode.ts'

/** How the variables of an expression are written (RFC 6570, appendix A). */
interface Operator {
  /** Before the first variable. */
  first: string
  separator: string
  /** Each value has its name before it. */
  isNamed: boolean
  /** After the name of an empty value. */
  emptySuffix: string
  /** Reserved characters of values are not encoded. */
  allowReserved: boolean
}

const operator = (first: string, separator: string, isNamed = false, emptySuffix = ''): Operator => ({
  first,
  separator,
  isNamed,
  emptySuffix,
  allowReserved: false,
})

export const OPERATORS: Readonly<Record<string, Operator>> = {
  '': operator('', ','),
  '+': { ...operator('', ','), allowReserved: true },
  '#': { ...operator('#', ','), allowReserved: true },
  '.': operator('.', '.'),
  '/': operator('/', '/'),
  ';': operator(';', ';', true),
  '?': operator('?', '&', true, '='),
  '&': operator('&', '&', true, '='),
}

export interface Variable {
  name: string
  /** Each member of a list or an object is written like a variable of its own. */
  explode: boolean
  /** Characters of the value that are used. */
  maxLength: number | undefined
}

/** A literal and the expression that follows it; the last part of a template has no variables. */
export interface Part {
  literal: string
  operator: string
  variables: Variable[]
}

/** A name, and `*` or a length. */
const VARIABLE = /^((?:\w|%[\da-f]{2})(?:\.?(?:\w|%[\da-f]{2}))*)(?:(\*)|:([1-9]\d{0,3}))?$/i

/** Throws TypeError for a template that is not valid. */
export function parseTemplate(template: string): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at <= template.length) {
    const open = indexOrEnd('{', at)
    const literal = template.slice(at, open)
    if (literal.includes('}')) throw invalid('{ before }')
    if (open === template.length) {
      parts.push({ literal: encodeReserved(literal), operator: '', variables: [] })
      return parts
    }
    const close = indexOrEnd('}', open)
    if (close === template.length) throw invalid('} after {')
    const expression = template.slice(open + 1, close)
    const operator = expression && expression[0]! in OPERATORS ? expression[0]! : ''
    const variables = expression.slice(operator.length).split(',').map(parseVariable)
    parts.push({ literal: encodeReserved(literal), operator, variables })
    at = close + 1
  }
  return parts

  function indexOrEnd(character: string, from: number): number {
    const index = template.indexOf(character, from)
    return index < 0 ? template.length : index
  }
}

function parseVariable(text: string): Variable {
  const [, name, explode, length] = VARIABLE.exec(text) ?? []
  if (!name) throw invalid('a variable')
  return { name, explode: explode !== undefined, maxLength: length === undefined ? undefined : Number(length) }
}

/** Without the template, which may be long and come from a server. */
function invalid(expected: string): TypeError {
  return invalidArgument(`URI template: expected ${expected}, got another text`)
}
