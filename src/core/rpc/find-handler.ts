/** Finds the handler of a server request. */
import type { JsonRpcErrorObject, Params } from '../../types/jsonrpc.ts'
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../error-codes.ts'
import { InvalidMessageError } from '../errors.ts'

/** Returns the result for the server. */
export type RequestHandler = (signal: AbortSignal) => unknown

/**
 * By JSON-RPC method. Each returns the handler for these params; undefined if no declared capability covers them.
 * `unchanged` also has members that are null.
 */
export type RequestHandlers = Record<
  string,
  ((params: Params, unchanged: Params) => RequestHandler | undefined) | undefined
>

/** The handler, or the error to answer with. */
export type FoundHandler = { run: RequestHandler } | { error: JsonRpcErrorObject }

export function findHandler(
  handlers: RequestHandlers,
  { method, params }: { method: string; params?: Params },
): FoundHandler {
  const selectHandler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (!selectHandler) return { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
  // Many servers write null for members that are absent.
  const present = Object.entries(params ?? {}).filter(([, value]) => value !== null)
  let run: RequestHandler | undefined
  try {
    run = selectHandler(Object.fromEntries(present), params ?? {})
  } catch {
    // Params of a wrong shape.
  }
  if (run) return { run: async (signal) => checkResult(method, await run(signal)) }
  return { error: { code: INVALID_PARAMS, message: 'Not a declared capability, or no such parameters' } }
}

/** Throws for a result that cannot be sent, such as one with a cycle. */
function checkResult(method: string, result: unknown): unknown {
  try {
    if (JSON.stringify(result).startsWith('{')) return result
  } catch {
    // The error below says it, also of a value that has no JSON text.
  }
  throw new InvalidMessageError(`Expected a JSON object from the handler of ${method}`, { delivery: 'answered' })
}
