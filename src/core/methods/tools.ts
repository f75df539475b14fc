/** Tools: which there are, and calling one. */

import type { CallToolResult, Tool } from '../../types/tools.ts'
import { HEADER_MISMATCH } from '../era-signals.ts'
import { InvalidMessageError, type RpcError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import type { Caller } from '../rpc/call.ts'
import { check } from '../validation/check.ts'
import { callToolResult, tool } from '../validation/tools.ts'
import { declares } from './capability.ts'
import { list } from './list-all-pages.ts'
import { isQuestion, requestWithInput } from './request.ts'

export async function listTools(caller: Caller, options?: CallOptions): Promise<Tool[]> {
  const { era, tools } = caller
  const listed = new Set<string>()
  const refuse = (tool: Tool) => {
    // Also what is left out: who calls it by name is told why.
    tools.set(tool.name, tool)
    listed.add(tool.name)
    return era.refuse(tool)
  }
  const wanted = { capability: 'tools', method: 'tools/list', key: 'tools', item: tool(), refuse }
  const found = await list(caller, wanted, options)
  for (const name of tools.keys()) if (!listed.has(name)) tools.delete(name)
  return found
}

export async function callTool(
  caller: Caller,
  name: string,
  args: object = {},
  options: CallOptions = {},
): Promise<CallToolResult> {
  const { era, tools } = caller
  declares(caller, 'tools', true)
  const known = tools.get(name)
  const reason = known && era.refuse(known)
  if (reason) {
    const message = `Expected a valid definition of the tool ${name}, got one with ${reason}`
    throw new InvalidMessageError(message, { delivery: 'not-executed' })
  }
  const params = { name, arguments: args }
  const result = await requestWithInput(caller, 'tools/call', params, options, createRecovery(caller, name, options))
  if (isQuestion(result)) return result as never
  return checkOutput(caller, name, check(callToolResult(), result, `the result of the tool ${name}`), options)
}

/** Whether a request that failed should be sent again; only once. */
function createRecovery(
  caller: Caller,
  name: string,
  { signal, timeout, maxTimeout, retry }: CallOptions,
): (error: unknown) => Promise<boolean> {
  let recovered = false
  return async (error) => {
    const { status, rpcCode, code, delivery } = (error ?? {}) as Partial<RpcError>
    const { readOnlyHint, idempotentHint } = caller.tools.get(name)?.annotations ?? {}
    const isHarmless = retry === 'safe' && !!(readOnlyHint || idempotentHint)
    const again = isHarmless && delivery === 'unknown' && ['connection', 'http'].includes(`${code}`)
    // The server wants headers of a definition that is newer than the one we have.
    const isMismatch = status === 400 && rpcCode === HEADER_MISMATCH
    if (recovered || !(again || isMismatch)) return false
    recovered = true
    const limits = { ...(signal && { signal }), ...(timeout && { timeout }), ...(maxTimeout && { maxTimeout }) }
    // If even that fails, the refusal itself says more.
    return again || listTools(caller, { ...limits, fresh: true }).then(Boolean, () => false)
  }
}

async function checkOutput(
  { wire, tools }: Caller,
  name: string,
  result: CallToolResult,
  { output }: CallOptions,
): Promise<CallToolResult> {
  const { structuredContent, isError } = result
  const { validate } = wire.settings
  const schema = tools.get(name)?.outputSchema
  if (isError) return result
  const fail = (problem: unknown) => {
    const { message: text, error } = (problem ?? {}) as { message?: string; error?: string }
    const came = text ?? error ?? `${problem}`
    const message = `Expected structuredContent of the tool ${name} to fit its schema: ${came.slice(0, 200)}`
    return new InvalidMessageError(message, { delivery: 'answered', result, cause: problem })
  }
  if (schema && validate) {
    if (structuredContent === undefined) throw fail('it is missing')
    // A schema that makes no sense fits nothing.
    const issues = await Promise.resolve()
      .then(() => validate(schema, structuredContent))
      .catch((error) => [error])
    if (issues?.length) throw fail(issues[0])
  }
  const checked = await Promise.resolve()
    .then(() => output?.['~standard'].validate(structuredContent))
    .catch((error) => ({ issues: [error] }))
  if (checked?.issues) throw fail(checked.issues[0])
  return checked ? { ...result, structuredContent: checked.value } : result
}
