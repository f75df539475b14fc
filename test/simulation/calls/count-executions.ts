/** Asks the server's own counter how often it ran, past the client and the network. */

import type { VirtualWorld } from '../../virtual-time/virtual-world.ts'
import type { Plan } from './plan.ts'

/** Undefined if nobody wants to know, or if the server was restarted, since that forgets. */
export async function countExecutions({ server, fetch, clock }: VirtualWorld, plan: Plan): Promise<number | undefined> {
  if (!plan.audit || plan.acts.some(({ act }) => 'restart' in act)) return undefined
  const version = plan.server.versions?.[0] ?? ''
  const hello = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'count', version: '1' } }
  const greeting = await post({ id: 1, method: 'initialize', params: hello }, {})
  await greeting.text()
  const session = greeting.headers.get('mcp-session-id')
  const params = { name: 'counter', arguments: {} }
  const reply = await post({ id: 2, method: 'tools/call', params }, session ? { 'mcp-session-id': session } : {})
  const [, executions] = /"executions":(\d+)/.exec(await reply.text()) ?? []
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
