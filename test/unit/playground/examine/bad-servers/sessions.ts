/** Servers that handle sessions wrongly. */
import { alter, error, reply, result } from '../examined.ts'
import { answering, type BadServer, handshake } from './bad-server.ts'

export const sessions: readonly BadServer[] = [
  {
    check: 'session-id',
    name: 'has a space in its session ids',
    verdict: 'problem',
    says: /outside of 0x21 to 0x7E/,
    options: { ...handshake, wire: { session: { issue: 'a session of mine' } } },
  },
  {
    check: 'session-id',
    name: 'gives all clients the same id',
    verdict: 'problem',
    says: /the same session id/,
    options: { ...handshake, wire: { session: { issue: 'the-only-session-of-this-server' } } },
  },
  {
    check: 'session-id',
    name: 'has short ids',
    verdict: 'warning',
    says: /2 characters only/,
    options: handshake,
    misbehave: () => {
      let count = 10
      return answering('initialize', (sent) => alter(sent.pass(), { headers: { 'mcp-session-id': String(count++) } }))()
    },
  },
  {
    check: 'session-missing',
    name: 'answers 404 without a session id',
    verdict: 'warning',
    says: /HTTP 404/,
    options: handshake,
    misbehave: answering('ping', (sent) =>
      sent.headers.has('mcp-session-id') ? sent.pass() : error(sent, -32001, 404),
    ),
  },
  {
    check: 'session-end',
    name: 'fails on DELETE',
    verdict: 'problem',
    says: /DELETE: HTTP 500/,
    options: { ...handshake, wire: { delete: { status: 500 } } },
  },
  {
    check: 'session-ended',
    name: 'serves sessions that were ended',
    verdict: 'problem',
    says: /HTTP 200 with a result/,
    options: handshake,
    misbehave: () => (sent) => (sent.httpMethod === 'DELETE' ? reply(204, '') : undefined),
  },
  {
    check: 'session-unknown',
    name: 'answers 400 for unknown sessions',
    verdict: 'problem',
    says: /HTTP 400/,
    options: handshake,
    misbehave: answering('ping', async (sent) => {
      const response = await sent.pass()
      return response.status === 404 ? error(sent, -32000, 400) : response
    }),
  },
  {
    check: 'session-unknown',
    name: 'serves unknown sessions',
    verdict: 'warning',
    says: /HTTP 200 with a result/,
    options: handshake,
    misbehave: answering('ping', (sent) => result(sent, {})),
  },
]
