/** The `Mcp-*` headers of a request, which repeat its body for gateways (basic/transports/streamable-http). */
import type { Params } from '../../types/jsonrpc.ts'
import type { Tool } from '../../types/tools.ts'
import { encodeHeader } from '../http/encode-header.ts'
import { MODERN_VERSION } from '../revisions.ts'
import { paramHeaders } from './param-headers.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAME_PARAM: Record<string, string> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** `params` must be those that are sent, since the server compares. `tools` is undefined without `Mcp-Param-*`. */
export function requestHeaders(
  method: string,
  params: Params,
  tools: ReadonlyMap<string, Tool> | undefined,
): Record<string, string> {
  const name = NAME_PARAM[method] && params[NAME_PARAM[method]]
  const tool = method === 'tools/call' && tools?.get(name as string)
  return {
    'mcp-protocol-version': MODERN_VERSION,
    'mcp-method': encodeHeader(method),
    ...(typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
    ...(tool && paramHeaders(tool.inputSchema, params.arguments)),
  }
}
