/** The `_meta` of calls, as the server got it. */
import type { Server } from '../../../../playground/server/control/control.ts'
import { paramsOf } from '../../steps/journal.ts'

/** The `_meta` of each tool call, in order. */
export async function callMetas(server: Server): Promise<Record<string, unknown>[]> {
  const calls = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'tools/call')
  return calls.map((entry) => (paramsOf(entry)._meta ?? {}) as Record<string, unknown>)
}
