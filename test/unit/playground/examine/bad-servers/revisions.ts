/** Servers that negotiate wrongly. */
import { error, reply, result } from '../examined.ts'
import { answering, type BadServer, handshake, initialized, NO_REVISION, stateless } from './bad-server.ts'

export const revisions: readonly BadServer[] = [
  {
    check: 'revisions',
    name: 'is a web page',
    verdict: 'problem',
    says: /initialize: HTTP 404/,
    misbehave: () => (sent) => (sent.httpMethod === 'OPTIONS' ? undefined : reply(404, '<h1>Not found</h1>')),
  },
  {
    check: 'revisions',
    name: 'speaks HTTP+SSE only',
    verdict: 'warning',
    says: /2024-11-05 over HTTP\+SSE only/,
    options: { transport: 'http+sse' },
  },
  {
    check: 'revisions',
    name: 'speaks an old revision only',
    verdict: 'warning',
    says: /speaks 2025-03-26\./,
    options: { versions: ['2025-03-26'] },
  },
  {
    check: 'revisions',
    name: 'answers another revision than it was asked for',
    verdict: 'problem',
    says: /but asked for 2025-06-18 it answers 2025-11-25/,
    options: handshake,
    misbehave: answering('initialize', (sent) =>
      result(sent, initialized(sent.params.protocolVersion === '2025-11-25' ? '2025-06-18' : '2025-11-25')),
    ),
  },
  {
    check: 'unknown-revision',
    name: 'repeats any revision',
    verdict: 'problem',
    says: /answered with 1999-01-01/,
    options: handshake,
    misbehave: answering('initialize', (sent) => result(sent, initialized(String(sent.params.protocolVersion)))),
  },
  {
    check: 'unknown-revision',
    name: 'offers an old revision',
    verdict: 'warning',
    says: /answered with 2024-11-05/,
    options: handshake,
    misbehave: answering('initialize', (sent) =>
      sent.params.protocolVersion === NO_REVISION ? result(sent, initialized('2024-11-05')) : sent.pass(),
    ),
  },
  {
    check: 'unknown-revision',
    name: 'refuses an unknown revision',
    verdict: 'warning',
    says: /error -32602/,
    options: handshake,
    misbehave: answering('initialize', (sent) =>
      sent.params.protocolVersion === NO_REVISION ? error(sent, -32602) : sent.pass(),
    ),
  },
  {
    check: 'unknown-revision',
    name: 'fails on an unknown revision',
    verdict: 'problem',
    says: /HTTP 500/,
    options: handshake,
    misbehave: answering('initialize', (sent) =>
      sent.params.protocolVersion === NO_REVISION ? reply(500, 'oops') : sent.pass(),
    ),
  },
  {
    check: 'version-header',
    name: 'ignores the version header',
    verdict: 'problem',
    says: /HTTP 200 with a result/,
    options: handshake,
    misbehave: answering('ping', (sent) => sent.pass({ headers: { 'mcp-protocol-version': null } })),
  },
  {
    check: 'version-header-missing',
    name: 'requires the version header',
    verdict: 'warning',
    says: /HTTP 400/,
    options: handshake,
    misbehave: answering('ping', (sent) =>
      sent.headers.has('mcp-protocol-version') ? sent.pass() : error(sent, -32000, 400),
    ),
  },
  {
    check: 'initialize-refusal',
    name: 'refuses initialize without naming a revision',
    verdict: 'warning',
    says: /made up/,
    options: stateless,
    misbehave: answering('initialize', (sent) => error(sent, -32601, 404)),
  },
  {
    check: 'introduction',
    name: 'does not say who it is',
    verdict: 'problem',
    says: /Missing: name and version/,
    options: handshake,
    misbehave: answering('initialize', (sent) => result(sent, { protocolVersion: '2025-11-25', capabilities: {} })),
  },
  {
    check: 'introduction',
    name: 'does not say who it is, stateless',
    verdict: 'warning',
    says: /Missing: name and version/,
    options: stateless,
    misbehave: answering('server/discover', (sent) =>
      result(sent, { supportedVersions: ['2026-07-28'], capabilities: {} }),
    ),
  },
  {
    check: 'introduction',
    name: 'does not say what it can do',
    verdict: 'problem',
    says: /Missing: capabilities/,
    options: { ...stateless, wire: { capabilities: null } },
  },
  {
    check: 'two-clients',
    name: 'serves one client only',
    verdict: 'problem',
    says: /second initialize: HTTP 400/,
    options: handshake,
    misbehave: () => {
      let count = 0
      return (sent) => (sent.method === 'initialize' && ++count > 1 ? error(sent, -32600, 400) : undefined)
    },
  },
  {
    check: 'two-clients',
    name: 'forgets the first client',
    verdict: 'problem',
    says: /the first got: HTTP 404/,
    options: { ...handshake, wire: { session: { issue: true } } },
    misbehave: () => {
      let count = 0
      return (sent) => {
        if (sent.method === 'initialize') count++
        return sent.method === 'ping' && count > 1 ? error(sent, -32001, 404) : undefined
      }
    },
  },
]
