/** Servers that answer or stream wrongly. */
import { alter, error, reply } from '../examined.ts'
import { answering, type BadServer, handshake, harmless, json } from './bad-server.ts'

export const streams: readonly BadServer[] = [
  {
    check: 'notification',
    name: 'answers notifications with 200',
    verdict: 'problem',
    says: /HTTP 200/,
    options: handshake,
    misbehave: answering('notifications/initialized', () => reply(200, {})),
  },
  {
    check: 'notification',
    name: 'writes Accepted',
    verdict: 'problem',
    says: /"Accepted"/,
    options: handshake,
    misbehave: answering('notifications/initialized', () => reply(202, 'Accepted')),
  },
  {
    check: 'content-types',
    name: 'answers as text',
    verdict: 'problem',
    says: /"text\/plain"/,
    options: json,
    misbehave: answering('initialize', (sent) => alter(sent.pass(), { headers: { 'content-type': 'text/plain' } })),
  },
  {
    check: 'accept',
    name: 'compares Accept as a text',
    verdict: 'problem',
    says: /HTTP 406/,
    options: handshake,
    misbehave: () => (sent) =>
      sent.httpMethod === 'POST' && sent.headers.get('accept') !== 'application/json, text/event-stream'
        ? error(sent, -32000, 406)
        : undefined,
  },
  {
    check: 'get-stream',
    name: 'answers GET with a web page',
    verdict: 'problem',
    says: /text\/html/,
    options: { ...handshake, wire: { get: 'html' } },
  },
  {
    check: 'get-stream',
    name: 'answers GET with 404',
    verdict: 'problem',
    says: /HTTP 404/,
    options: { ...handshake, wire: { get: { status: 404 } } },
  },
  {
    check: 'get-stream',
    name: 'sends no headers before the first event',
    verdict: 'problem',
    says: /no answer within/,
    options: handshake,
    misbehave: () => (sent) => (sent.httpMethod === 'GET' ? new Promise(() => {}) : undefined),
  },
  {
    check: 'priming',
    name: 'has no event ids',
    verdict: 'warning',
    says: /no event ids/,
    options: { ...handshake, resumable: false },
  },
  {
    check: 'priming',
    name: 'has ids and no priming event',
    verdict: 'warning',
    says: /already is a message/,
    options: { ...handshake, wire: { prime: false } },
  },
  {
    check: 'resume',
    name: 'refuses to resume',
    verdict: 'warning',
    says: /HTTP 400/,
    options: handshake,
    misbehave: () => (sent) => (sent.headers.has('last-event-id') ? error(sent, -32000, 400) : undefined),
  },
  {
    check: 'resume',
    name: 'resumes without what was missed',
    verdict: 'warning',
    says: /without the answer/,
    options: { ...handshake, wire: { get: 'acceptAndClose' } },
  },
  {
    check: 'stream-end',
    name: 'leaves streams open',
    verdict: 'warning',
    says: /still open/,
    options: handshake,
    fault: 'holds-open',
  },
  {
    check: 'stream-caching',
    name: 'lets streams be stored',
    verdict: 'warning',
    says: /Cache-Control of a stream: none/,
    options: handshake,
    misbehave: () => (sent) => alter(sent.pass(), { headers: { 'cache-control': null } }),
  },
  {
    check: 'idle-stream',
    name: 'ends idle streams',
    verdict: 'warning',
    says: /ended the idle stream/,
    options: { ...handshake, wire: { get: 'acceptAndClose' } },
  },
  {
    check: 'cancel-unknown',
    name: 'fails on a late cancellation',
    verdict: 'warning',
    says: /HTTP 500/,
    options: handshake,
    misbehave: answering('notifications/cancelled', () => reply(500, 'oops')),
  },
  {
    check: 'cancel',
    name: 'goes on after a cancellation',
    verdict: 'warning',
    says: /went on after/,
    options: { ...handshake, tools: { wait: { ...harmless, run: (_, { wait }) => wait(250).then(() => 'done') } } },
    misbehave: answering(
      'notifications/cancelled',
      () => new Response(null, { status: 202, headers: { 'access-control-allow-origin': '*' } }),
    ),
  },
]
