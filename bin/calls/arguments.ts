/** Arguments of a tool or a prompt from the command line: `key=value`, `--args` as JSON, a file or stdin. */
import { readFile } from 'node:fs/promises'
import { isObject } from '../../src/core/util/is-object.ts'
import { UsageError } from '../command/errors.ts'
import { didYouMean } from '../command/nearest.ts'
import { parseExactJson, toNumber } from './numbers.ts'
import { resolveSchema, type Schema, typesOf } from './schema.ts'

export interface GivenArguments {
  /** `key=value` pairs. */
  pairs: readonly string[]
  /** The value of `--args`. */
  json?: string | undefined
}

/** Reads what can be read without the schema; what follows needs it. */
export async function readJsonArguments(json: string | undefined): Promise<Record<string, unknown>> {
  if (json === undefined) return {}
  const text = await readSource(json)
  const value = parseExactJson('--args', text)
  if (!isObject(value)) throw new UsageError('--args: expected a JSON object, such as {"city":"Berlin"}')
  return value
}

/** `@file`, `-` for stdin, or the text itself. */
async function readSource(json: string): Promise<string> {
  if (json === '-') {
    const chunks: Buffer[] = []
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('utf8')
  }
  if (!json.startsWith('@')) return json
  return readFile(json.slice(1), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--args: ${json.slice(1)} cannot be read (${error.code})`)
  })
}

export function splitPair(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)]
  throw new UsageError(`expected key=value, got ${JSON.stringify(pair.slice(0, 80))}`)
}

/** Adds the pairs, each as the type that the schema has for it. A name with dots is a path: `address.city=Berlin`. */
export function addPairs(
  args: Record<string, unknown>,
  pairs: readonly string[],
  root: Schema,
): Record<string, unknown> {
  const result = structuredClone(args)
  for (const pair of pairs) {
    const [name, text] = splitPair(pair)
    place(result, name, text, root)
  }
  return result
}

function place(target: Record<string, unknown>, name: string, text: string, root: Schema): void {
  let schema = resolveSchema(root, root)
  const whole = propertiesOf(schema)
  const path = Object.hasOwn(whole, name) || !name.includes('.') ? [name] : name.split('.')
  let place = target
  for (const [index, key] of path.entries()) {
    const properties = propertiesOf(schema)
    const isKnown = Object.hasOwn(properties, key)
    const names = Object.keys(properties)
    if (!isKnown && names.length > 0 && !isObject(schema.additionalProperties) && schema.additionalProperties !== true)
      throw new UsageError(
        `there is no argument ${path.slice(0, index + 1).join('.')}${didYouMean(key, names) || `. The tool takes ${names.slice(0, 12).join(', ')}`}`,
      )
    const next = isKnown ? properties[key] : isObject(schema.additionalProperties) ? schema.additionalProperties : {}
    schema = resolveSchema(isObject(next) ? next : {}, root)
    if (index < path.length - 1) {
      const inner = Object.hasOwn(place, key) ? place[key] : undefined
      const object = isObject(inner) ? inner : {}
      setOwn(place, key, object)
      place = object
      continue
    }
    const value = convert(path.join('.'), text, schema, root)
    const previous = Object.hasOwn(place, key) ? place[key] : undefined
    // A repeated key is one more item of a list.
    const isItem = typesOf(schema, root).includes('array') && !text.trimStart().startsWith('[')
    setOwn(place, key, isItem ? [...(Array.isArray(previous) ? previous : []), ...(value as unknown[])] : value)
  }
}

/** Also for `__proto__`. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}

function propertiesOf(schema: Schema): Record<string, unknown> {
  return isObject(schema.properties) ? schema.properties : {}
}

/** A text as the type that is expected; where several fit, the narrowest. */
function convert(name: string, text: string, schema: Schema, root: Schema): unknown {
  const types = typesOf(schema, root)
  if (types.includes('null') && text === 'null') return null
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (types.includes('integer') || types.includes('number')) {
    const number = toNumber(name, text)
    if (number !== undefined) return number
  }
  const takesJson = types.includes('object') || types.includes('array')
  if (takesJson && /^\s*[[{]/.test(text)) {
    if (isJson(text) || !types.includes('string')) return parseExactJson(name, text)
  }
  if (types.includes('array') && !types.includes('string')) {
    const items = isObject(schema.items) ? resolveSchema(schema.items, root) : {}
    return text === '' ? [] : text.split(',').map((part) => convert(name, part, items, root))
  }
  if (types.length === 0 || types.includes('string')) return text
  const expected = types.filter((type) => type !== 'null').join(' or ')
  throw new UsageError(`${name}: expected ${expected}, got ${JSON.stringify(text.slice(0, 40))}`)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
