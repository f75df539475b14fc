/** Calls of tools. */
import type { CallToolResult } from '../../types/tools.ts'
import type { CallOptions } from '../call-options.ts'
import { withScope } from '../call-scope.ts'
import type { ConnectedContext } from '../context.ts'
import { InvalidMessageError } from '../errors.ts'
import { type CallParams, findCallParams } from '../extension.ts'
import type { CalledTool } from '../rpc/send.ts'
import { invalidArgument } from '../util/invalid-argument.ts'
import { check } from '../validation/shape.ts'
import { callToolResult } from '../validation/shapes.ts'
import { checkText } from './check-call.ts'
import { listAllPages } from './list-pages.ts'
import { type MaybeInputRequired, requestWithInput } from './request.ts'
import { requireCapability } from './require-capability.ts'
import { checkStructuredContent } from './structured-content.ts'

export async function callTool(
  context: ConnectedContext,
  call: number,
  name: string,
  args: object = {},
  options: CallOptions = {},
): Promise<MaybeInputRequired<CallToolResult>> {
  checkText('callTool(name, args)', name)
  const { channel, tools, settings, environment, closing } = context
  // Servers take only objects, and JSON makes a text of a date, and nothing of a map.
  if (!/Object\]$/.test(Object.prototype.toString.call(args)))
    throw invalidArgument(`callTool: expected the arguments as an object, got ${Object.prototype.toString.call(args)}`)
  const checking = requireCapability(context, 'tools', options)
  if (checking) await checking
  const known = tools.get(name)
  const problem = known && channel.current.toolProblem(known)
  if (problem) {
    const message = `Expected a valid definition of the tool ${name}, got one with ${problem}`
    throw new InvalidMessageError(message, { delivery: 'not-executed' })
  }
  const addParams = options.resume ? undefined : findCallParams(settings.extensions)
  const added = addParams && (await askForParams(context, call, name, options, addParams))
  const params = { name, arguments: args, ...added }
  const { signal, timeout, maxTotalTimeout = settings.maxTotalTimeout } = options
  const listOptions = { signal, timeout, maxTotalTimeout }
  const tool: CalledTool = {
    mayRunTwice() {
      const { readOnlyHint, idempotentHint } = tools.get(name)?.annotations ?? {}
      return options.retry === 'safe' && !!(readOnlyHint || idempotentHint)
    },
    refresh: () => listAllPages(context, call, 'tools', { ...listOptions, cacheMode: 'refresh' }).then(Boolean),
  }
  const outcome = await requestWithInput(context, { method: 'tools/call', params, options, call, tool })
  if ('inputRequired' in outcome) return outcome.inputRequired
  const result = check(callToolResult, outcome.result, `the result of the tool ${name}`)
  const { outputSchema } = options
  const { jsonSchemaValidator } = settings
  if (!jsonSchemaValidator && !outputSchema) return result
  // Validators belong to the application, and may never answer.
  const limits = {
    what: `the validator for ${name}`,
    total: maxTotalTimeout,
    signals: [signal, closing],
    isSent: true,
  }
  const checked = checkStructuredContent(name, result, tools.get(name)?.outputSchema, jsonSchemaValidator, outputSchema)
  return withScope(environment, limits, (scope) => scope.race(checked))
}

/** The further params of an extension, which may need the definition of the tool. */
function askForParams(
  context: ConnectedContext,
  call: number,
  name: string,
  { signal, timeout, maxTotalTimeout }: CallOptions,
  addParams: CallParams,
): ReturnType<CallParams> {
  const { channel, tools } = context
  const { revision, server } = channel.current
  return addParams({ revision, capabilities: server.capabilities }, async () => {
    // If listing fails, the call itself will say why.
    if (!tools.get(name))
      await listAllPages(context, call, 'tools', { signal, timeout, maxTotalTimeout }).catch(() => {})
    return tools.get(name)
  })
}
