/** Calls of tools. */
import type { CallToolResult } from '../../types/tools.ts'
import type { CallOptions } from '../call-options.ts'
import type { ConnectedContext } from '../context.ts'
import { HEADER_MISMATCH } from '../error-codes.ts'
import { InvalidMessageError, type RpcError } from '../errors.ts'
import { type CallParams, findCallParams } from '../extension.ts'
import { withDeadline } from '../util/deadline.ts'
import { check } from '../validation/shape.ts'
import { callToolResult } from '../validation/shapes.ts'
import { listAllPages } from './list-pages.ts'
import { type MaybeInputRequired, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'
import { checkStructuredContent } from './structured-content.ts'

export async function callTool(
  context: ConnectedContext,
  name: string,
  args: object = {},
  options: CallOptions = {},
): Promise<MaybeInputRequired<CallToolResult>> {
  const { channel, tools, settings, environment, closing } = context
  requireCapability(context, 'tools')
  const known = tools.get(name)
  const problem = known && channel.current.toolProblem(known)
  if (problem) {
    const message = `Expected a valid definition of the tool ${name}, got one with ${problem}`
    throw new InvalidMessageError(message, { delivery: 'not-executed' })
  }
  const addParams = options.resume ? undefined : findCallParams(settings.extensions)
  const added = addParams && (await askForParams(context, name, options, addParams))
  const params = { name, arguments: args, ...added }
  const shouldRetry = createRetry(context, name, options)
  const outcome = await requestWithInput(context, 'tools/call', params, options, shouldRetry)
  if ('inputRequired' in outcome) return outcome.inputRequired
  const result = check(callToolResult, outcome.result, `the result of the tool ${name}`)
  const { outputSchema, maxTotalTimeout: total = settings.maxTotalTimeout } = options
  const { jsonSchemaValidator } = settings
  if (!jsonSchemaValidator && !outputSchema) return result
  // Validators belong to the application, and may never answer.
  const limits = { what: `the validator for ${name}`, total, signals: [options.signal, closing] }
  const checked = checkStructuredContent(name, result, tools.get(name)?.outputSchema, jsonSchemaValidator, outputSchema)
  return withDeadline(environment, limits, (deadline) => {
    deadline.setSent(true)
    return deadline.race(checked)
  })
}

/** The further params of an extension, which may need the definition of the tool. */
function askForParams(
  context: ConnectedContext,
  name: string,
  { signal, timeout, maxTotalTimeout }: CallOptions,
  addParams: CallParams,
): ReturnType<CallParams> {
  const { channel, tools } = context
  const { revision, server } = channel.current
  return addParams({ revision, capabilities: server.capabilities }, async () => {
    // If listing fails, the call itself will say why.
    if (!tools.has(name)) await listAllPages(context, 'tools', { signal, timeout, maxTotalTimeout }).catch(() => {})
    return tools.get(name)
  })
}

/** Returns a function that decides, once per call, whether a failed request is sent again. */
function createRetry(
  context: ConnectedContext,
  name: string,
  { signal, timeout, maxTotalTimeout, retry }: CallOptions,
): (error: unknown) => Promise<boolean> {
  let wasRetried = false
  return async (error) => {
    const { status, rpcCode, code, delivery } = (error ?? {}) as Partial<Omit<RpcError, 'code'> & { code: string }>
    const { readOnlyHint, idempotentHint } = context.tools.get(name)?.annotations ?? {}
    const isHarmless = retry === 'safe' && !!(readOnlyHint || idempotentHint)
    const mayRunAgain = isHarmless && delivery === 'unknown' && (code === 'connection' || code === 'http')
    // The server expects the headers of a newer tool definition than the one that is known here.
    const isOutdated = status === 400 && rpcCode === HEADER_MISMATCH
    if (wasRetried || !(mayRunAgain || isOutdated)) return false
    wasRetried = true
    if (mayRunAgain) return true
    return listAllPages(context, 'tools', { signal, timeout, maxTotalTimeout, cacheMode: 'refresh' }).then(
      Boolean,
      () => {
        signal?.throwIfAborted()
        context.closing.throwIfAborted()
        // If listing fails too, the error of the call explains more.
        return false
      },
    )
  }
}
