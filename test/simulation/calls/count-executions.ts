/** Asks the server's counter how often it ran, bypassing the client and the network. */
import type { VirtualWorld } from '../virtual-time/virtual-world.ts'
import type { CallPlan } from './plan.ts'

/** Undefined if the plan does not ask for it, or if the server was restarted, which resets the counter. */
export async function countExecutions(
  { server, fetch, clock }: VirtualWorld,
  plan: CallPlan,
): Promise<number | undefined> {
  if (!plan.checkCounter || plan.acts.some(({ act }) => 'restart' in act)) return undefined
  const protocolVersion = plan.server.versions?.[0] ?? ''
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'count', version: '1' } }
  const initialized = await post({ id: 1, method: 'initialize', params }, {})
  await initialized.text()
  const session = initialized.headers.get('mcp-session-id')
  const call = { id: 2, method: 'tools/call', params: { name: 'counter', arguments: {} } }
  const response = await post(call, session ? { 'mcp-session-id': session } : {})
  const [, executions] = /"executions":(\d+)/.exec(await response.text()) ?? []
  await clock.settle()
  return executions === undefined ? undefined : Number(executions) - 1

  function post(message: object, headers: Record<string, string>): Promise<Response> {
    return fetch(server.url, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: new AbortController().signal,
      redirect: 'manual',
      credentials: 'omit',
    })
  }
}
