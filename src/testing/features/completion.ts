/** `completion/complete`: suggestions for the arguments of prompts and of resource templates. */
import { INVALID_PARAMS } from '../jsonrpc/error-codes.ts'
import { ProtocolError } from '../jsonrpc/protocol-error.ts'
import { isObject } from '../util/is-object.ts'
import type { RequestContext } from './request-context.ts'

/** The most values that the specification allows in one completion. */
const MAX_VALUES = 100

/** The suggestions for an argument; undefined if there are none for this reference. */
export type Suggest = (
  ref: unknown,
  argument: string,
  chosen: Record<string, unknown>,
  value: string,
) => string[] | undefined | Promise<string[] | undefined>

export async function complete(
  params: Record<string, unknown>,
  { version }: RequestContext,
  suggest: Suggest,
): Promise<object> {
  const { ref, argument, context } = params
  if (!isObject(argument) || typeof argument.value !== 'string') {
    throw new ProtocolError(INVALID_PARAMS, 'The argument is missing')
  }
  const start = argument.value
  const suggested = await suggest(ref, String(argument.name), chosenArguments(context, version), start)
  if (!suggested) {
    const message = `Nothing to complete for ${JSON.stringify(ref)}, argument ${argument.name}`
    throw new ProtocolError(INVALID_PARAMS, message)
  }
  const matches = suggested.filter((word) => word.startsWith(start))
  const values = matches.slice(0, MAX_VALUES)
  return { completion: { values, total: matches.length, hasMore: matches.length > MAX_VALUES } }
}

/** The arguments that were completed before; clients send them since 2025-06-18. */
function chosenArguments(context: unknown, version: string): Record<string, unknown> {
  const known = version >= '2025-06-18' && isObject(context) && isObject(context.arguments)
  return known ? (context.arguments as Record<string, unknown>) : {}
}
