import { alter, error, reply, result } from '../examined.ts'
import { answering, type BadServer, NO_REVISION, stateless } from './bad-server.ts'

export const modern: readonly BadServer[] = [
  {
    check: 'stateless-revision',
    name: 'takes any revision',
    verdict: 'problem',
    says: /with a result/,
    misbehave: answering('server/discover', (sent) =>
      sent.headers.get('mcp-protocol-version') === NO_REVISION ? result(sent, {}) : sent.pass(),
    ),
  },
  {
    check: 'stateless-revision',
    name: 'does not say which revisions it speaks',
    verdict: 'problem',
    says: /data\.supported is missing/,
    misbehave: answering('server/discover', (sent) =>
      sent.headers.get('mcp-protocol-version') === NO_REVISION ? error(sent, -32022, 400) : sent.pass(),
    ),
  },
  {
    check: 'stateless-method',
    name: 'answers unknown methods with 200',
    verdict: 'problem',
    says: /HTTP 200, error -32601/,
    misbehave: answering('mcp-over-fetch/unknown', (sent) => error(sent, -32601)),
  },
  {
    check: 'missing-meta',
    name: 'needs no _meta',
    verdict: 'problem',
    says: /with a result/,
    options: stateless,
    misbehave: answering('server/discover', (sent) => (sent.params._meta ? sent.pass() : result(sent, {}))),
  },
  {
    check: 'stateless-session',
    name: 'gives session ids',
    verdict: 'warning',
    says: /has an Mcp-Session-Id/,
    misbehave: answering('server/discover', (sent) => alter(sent.pass(), { headers: { 'mcp-session-id': 'x' } })),
  },
  {
    check: 'listen',
    name: 'does not acknowledge',
    verdict: 'problem',
    says: /first came "notifications\/tools\/list_changed"/,
    misbehave: answering('subscriptions/listen', () =>
      reply(200, { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
    ),
  },
  {
    check: 'listen',
    name: 'does not name the subscription',
    verdict: 'problem',
    says: /does not name its subscription/,
    misbehave: answering('subscriptions/listen', () =>
      reply(200, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } }),
    ),
  },
  {
    check: 'mirrored-method',
    name: 'does not look at Mcp-Method',
    verdict: 'problem',
    says: /with a result/,
    misbehave: answering('server/discover', (sent) => sent.pass({ headers: { 'mcp-method': 'server/discover' } })),
  },
  {
    check: 'mirrored-name',
    name: 'does not look at Mcp-Name',
    verdict: 'problem',
    says: /error -32602/,
    misbehave: answering('tools/call', (sent) => sent.pass({ headers: { 'mcp-name': String(sent.params.name) } })),
  },
  {
    check: 'missing-headers',
    name: 'does not need Mcp-Method',
    verdict: 'problem',
    says: /with a result/,
    misbehave: answering('server/discover', (sent) => sent.pass({ headers: { 'mcp-method': 'server/discover' } })),
  },
  {
    check: 'mirrored-version',
    name: 'does not compare revisions',
    verdict: 'problem',
    says: /with a result/,
    misbehave: answering('server/discover', (sent) => sent.pass({ headers: { 'mcp-protocol-version': '2026-07-28' } })),
  },
]
