/** Tools: which there are, and calling one. */
import type { CallOptions } from '../options.ts'
import { type Caller, call } from '../rpc/call.ts'
import { check } from '../schema/check.ts'
import { callToolResult, tool } from '../schema/tools.ts'
import type { CallToolResult, Tool } from '../types/tools.ts'
import { list } from './list.ts'

export function listTools(caller: Caller, options?: CallOptions): Promise<Tool[]> {
  return list(caller, 'tools/list', 'tools', tool(), options)
}

export async function callTool(
  caller: Caller,
  name: string,
  args: Record<string, unknown> = {},
  options?: CallOptions,
): Promise<CallToolResult> {
  const result = await call(caller, 'tools/call', { name, arguments: args }, options)
  return check(callToolResult(), result, `the result of the tool ${name}`)
}
