/** `completion/complete`: suggestions for the arguments of prompts and of the resource template. */
import { Fault, type Peer } from './request-context.ts'
import { isObject } from './json-schema.ts'

/** A completion carries no more values than this. */
const MOST = 100

const WORDS = ['paris', 'park', 'party', 'test', 'testing', 'tokyo']

/** Matches more than one completion may carry. */
const MANY = Array.from({ length: 150 }, (_, index) => `many ${index + 1}`)

export function complete(params: Record<string, unknown>, peer: Peer): object {
  const { ref, argument, context } = params
  if (!isObject(argument) || typeof argument.value !== 'string') throw new Fault(-32602, 'The argument is missing')
  const start = argument.value
  const matches = suggestions(ref, String(argument.name), chosen(context, peer)).filter((word) =>
    word.startsWith(start),
  )
  const values = matches.slice(0, MOST)
  return { completion: { values, total: matches.length, hasMore: matches.length > MOST } }
}

function suggestions(ref: unknown, argument: string, before: Record<string, unknown>): string[] {
  const { type, name, uri } = isObject(ref) ? ref : {}
  if (type === 'ref/prompt' && name === 'test_prompt_with_arguments') {
    if (argument === 'arg1') return [...WORDS, ...MANY]
    if (argument === 'arg2') return WORDS.map((word) => (before.arg1 ? `${before.arg1} ${word}` : word))
  }
  if (type === 'ref/resource' && uri === 'test://template/{id}/data' && argument === 'id') return ['123', '124', '200']
  throw new Fault(-32602, `Nothing to complete for ${JSON.stringify(ref)}, argument ${argument}`)
}

/** The arguments that were filled in before, which 2025-06-18 made known to the server. */
function chosen(context: unknown, peer: Peer): Record<string, unknown> {
  const known = peer.version >= '2025-06-18' && isObject(context) && isObject(context.arguments)
  return known ? (context.arguments as Record<string, unknown>) : {}
}
