/** Tools: which there are, and calling one. */
import { InvalidMessageError, type McpError, type RpcError } from '../errors.ts'
import type { CallOptions } from '../options.ts'
import { requestWithInput } from '../protocol/input-required.ts'
import { HEADER_MISMATCH } from '../protocol/refusals.ts'
import type { Caller } from '../rpc/call.ts'
import { check } from '../schema/check.ts'
import { callToolResult, tool } from '../schema/tools.ts'
import type { CallToolResult, Tool } from '../types/tools.ts'
import { declares } from './gate.ts'
import { list } from './list.ts'

export async function listTools(caller: Caller, options?: CallOptions): Promise<Tool[]> {
  const { era, tools } = caller
  const refuse = (tool: Tool) => {
    // Also what is left out: who calls it by name is told why.
    tools.set(tool.name, tool)
    return era.refuse(tool)
  }
  const wanted = { capability: 'tools', method: 'tools/list', key: 'tools', item: tool(), refuse }
  return list(caller, wanted, options)
}

export async function callTool(
  caller: Caller,
  name: string,
  args: Record<string, unknown> = {},
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
  const { signal, retry, onResumable } = options
  let isTask = false
  const watched: CallOptions = {
    ...options,
    onResumable(token) {
      isTask = 'taskId' in token
      return onResumable?.(token)
    },
  }
  const ask = () => requestWithInput(caller, 'tools/call', params, onResumable || retry ? watched : options)
  const result = await ask().catch(async (error) => {
    if (isMismatch(error)) await listTools(caller, { ...(signal && { signal }), fresh: true })
    // A task lives on without its call, so another call would be a second one.
    else if (retry !== 'safe' || isTask || !isHarmless(error, tools.get(name))) throw error
    return ask()
  })
  if (result.resultType === 'input_required' && 'continuation' in result) return result as never
  return checkOutput(caller, name, check(callToolResult(), result, `the result of the tool ${name}`), options)
}

/** The server wants headers of a definition that is newer than the one we have. */
function isMismatch(error: unknown): boolean {
  const { status, rpcCode } = error as RpcError
  return status === 400 && rpcCode === HEADER_MISMATCH
}

/** Whether a tool whose fate is unknown may run a second time. */
function isHarmless(error: unknown, tool: Tool | undefined): boolean {
  const { readOnlyHint, idempotentHint } = tool?.annotations ?? {}
  const { code, delivery } = error as McpError
  return code === 'connection' && delivery === 'unknown' && !!(readOnlyHint || idempotentHint)
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
  const checked = await output?.['~standard'].validate(structuredContent)
  if (checked?.issues) throw fail(checked.issues[0])
  return checked ? { ...result, structuredContent: checked.value } : result
}
