/** `completion/complete`: suggestions for the arguments of prompts and of the resource template. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isObject } from '../util/is-object.ts'
import type { RequestContext } from './request-context.ts'

/** The most values that the specification allows in one completion. */
const MAX_VALUES = 100

const WORDS = ['paris', 'park', 'party', 'test', 'testing', 'tokyo']

/** More matches than one completion may have. */
const MANY = Array.from({ length: 150 }, (_, index) => `many ${index + 1}`)

/** The suggestions for an argument; undefined if there are none for this reference. */
export type Suggest = (ref: unknown, argument: string, chosen: Record<string, unknown>) => string[] | undefined

export function complete(
  params: Record<string, unknown>,
  { version }: RequestContext,
  suggest: Suggest = suggestForTests,
): object {
  const { ref, argument, context } = params
  if (!isObject(argument) || typeof argument.value !== 'string') {
    throw new ProtocolError(INVALID_PARAMS, 'The argument is missing')
  }
  const start = argument.value
  const suggested = suggest(ref, String(argument.name), chosenArguments(context, version))
  if (!suggested) {
    const message = `Nothing to complete for ${JSON.stringify(ref)}, argument ${argument.name}`
    throw new ProtocolError(INVALID_PARAMS, message)
  }
  const matches = suggested.filter((word) => word.startsWith(start))
  const values = matches.slice(0, MAX_VALUES)
  return { completion: { values, total: matches.length, hasMore: matches.length > MAX_VALUES } }
}

function suggestForTests(ref: unknown, argument: string, chosen: Record<string, unknown>): string[] | undefined {
  const { type, name, uri } = isObject(ref) ? ref : {}
  if (type === 'ref/prompt' && name === 'test_prompt_with_arguments') {
    if (argument === 'arg1') return [...WORDS, ...MANY]
    if (argument === 'arg2') return WORDS.map((word) => (chosen.arg1 ? `${chosen.arg1} ${word}` : word))
  }
  if (type === 'ref/resource' && uri === 'test://template/{id}/data' && argument === 'id') return ['123', '124', '200']
  return undefined
}

/** The arguments that were completed before; clients send them since 2025-06-18. */
function chosenArguments(context: unknown, version: string): Record<string, unknown> {
  const known = version >= '2025-06-18' && isObject(context) && isObject(context.arguments)
  return known ? (context.arguments as Record<string, unknown>) : {}
}
