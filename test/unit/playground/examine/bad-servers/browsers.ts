/** Servers that pages cannot use well. */
import { alter, reply } from '../examined.ts'
import { answering, type BadServer, handshake, stateless } from './bad-server.ts'

export const browsers: readonly BadServer[] = [
  {
    check: 'cors-origin',
    name: 'sends no CORS headers',
    verdict: 'problem',
    says: /keeps the answer from the page/,
    misbehave: () => (sent) => alter(sent.pass(), { headers: { 'access-control-allow-origin': null } }),
  },
  {
    check: 'cors-origin',
    name: 'is not there',
    verdict: 'could not tell',
    says: /Nothing answers/,
    fault: 'connection-refused',
  },
  {
    check: 'cors-headers',
    name: 'does not allow the session id',
    verdict: 'problem',
    says: /refuses to send mcp-session-id/,
    options: {
      ...handshake,
      wire: {
        allowHeaders: [
          'content-type',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
          'authorization',
          'last-event-id',
        ],
      },
    },
  },
  {
    check: 'cors-headers',
    name: 'does not allow Mcp-Name',
    verdict: 'problem',
    says: /refuses to send mcp-name, which/,
    options: {
      ...stateless,
      wire: {
        allowHeaders: [
          'content-type',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-session-id',
          'authorization',
          'last-event-id',
        ],
      },
    },
  },
  {
    check: 'cors-headers',
    name: 'has sessions and knows no newer headers',
    verdict: 'warning',
    says: /refuses to send mcp-method, mcp-name\./,
    options: {
      ...handshake,
      wire: {
        allowHeaders: ['content-type', 'mcp-protocol-version', 'mcp-session-id', 'authorization', 'last-event-id'],
      },
    },
  },
  {
    check: 'cors-session-id',
    name: 'does not expose the session id',
    verdict: 'problem',
    says: /HTTP 400/,
    options: { ...handshake, wire: { session: { expose: false } } },
  },
  {
    check: 'cors-methods',
    name: 'does not allow DELETE',
    verdict: 'problem',
    says: /refuses to send DELETE/,
    options: handshake,
    misbehave: () => (sent) =>
      sent.httpMethod === 'OPTIONS'
        ? alter(sent.pass(), { headers: { 'access-control-allow-methods': 'GET, POST' } })
        : undefined,
  },
  {
    check: 'cors-errors',
    name: 'sends errors without CORS headers',
    verdict: 'problem',
    says: /without a reason/,
    options: handshake,
    misbehave: () => async (sent) => {
      const response = await sent.pass()
      return response.status < 400
        ? response
        : alter(Promise.resolve(response), { headers: { 'access-control-allow-origin': null } })
    },
  },
  {
    check: 'redirects',
    name: 'redirects',
    verdict: 'warning',
    says: /was redirected/,
    misbehave: () => (sent) =>
      sent.httpMethod === 'POST' && !sent.follows ? reply(307, '', { location: '/elsewhere' }) : undefined,
  },
  {
    check: 'first-byte',
    name: 'is slow',
    verdict: 'warning',
    says: /after \d+ ms/,
    slow: 5,
    misbehave: () => async (sent) => {
      await new Promise((resolve) => setTimeout(resolve, 15))
      return sent.pass()
    },
  },
  {
    check: 'first-byte',
    name: 'does not always answer',
    verdict: 'problem',
    says: /5 of 5/,
    options: handshake,
    misbehave: answering('ping', () => Promise.reject(new TypeError('cut'))),
  },
]
