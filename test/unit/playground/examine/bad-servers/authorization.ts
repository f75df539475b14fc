/** Servers that ask for authorization wrongly. */
import { authorizationServer } from '../../../../../src/testing/index.ts'
import { alter, reply, result, type Sent } from '../examined.ts'
import type { BadServer } from './bad-server.ts'

const metadata = (sent: Sent) => sent.url.includes('/.well-known/oauth-protected-resource')
const protectedServer = { auth: authorizationServer() }

export const authorization: readonly BadServer[] = [
  {
    check: 'challenge',
    name: 'says nowhere where to sign in',
    verdict: 'problem',
    says: /can read no WWW-Authenticate/,
    options: { auth: authorizationServer({ challenge: 'none', resource: null }) },
  },
  {
    check: 'challenge',
    name: 'names no metadata',
    verdict: 'problem',
    says: /has no resource_metadata/,
    options: { auth: authorizationServer({ challenge: 'plain', resource: null }) },
  },
  {
    check: 'challenge',
    name: 'keeps its metadata from pages',
    verdict: 'problem',
    says: /which the page cannot read/,
    options: protectedServer,
    misbehave: () => (sent) =>
      metadata(sent) ? alter(sent.pass(), { headers: { 'access-control-allow-origin': null } }) : undefined,
  },
  {
    check: 'challenge',
    name: 'has metadata about another server',
    verdict: 'problem',
    says: /about the resource "https:\/\/other\.example/,
    options: { auth: authorizationServer({ resource: { fields: { resource: 'https://other.example/mcp' } } }) },
  },
  {
    check: 'challenge',
    name: 'names no authorization server',
    verdict: 'problem',
    says: /names no authorization server/,
    options: { auth: authorizationServer({ resource: { fields: { authorization_servers: null } } }) },
  },
  {
    check: 'wrong-token',
    name: 'takes any token',
    verdict: 'problem',
    says: /HTTP 200 with a result/,
    options: protectedServer,
    misbehave: () => (sent) => (sent.headers.has('authorization') ? result(sent, {}) : undefined),
  },
  {
    check: 'wrong-token',
    name: 'answers wrong tokens with 403',
    verdict: 'problem',
    says: /HTTP 403/,
    options: protectedServer,
    misbehave: () => (sent) => (sent.headers.has('authorization') ? reply(403, 'no') : undefined),
  },
  {
    check: 'https',
    name: 'gets tokens over plain HTTP',
    verdict: 'problem',
    says: /can be read on the way/,
    options: { origin: 'http://remote.example' },
    headers: { authorization: 'Bearer x' },
  },
  {
    check: 'https',
    name: 'is reached over plain HTTP',
    verdict: 'warning',
    says: /plain HTTP/,
    options: { origin: 'http://remote.example' },
  },
  {
    check: 'origin',
    name: 'lets every page use this machine',
    verdict: 'warning',
    says: /let a page of https:\/\/page\.example/,
    options: { origin: 'http://127.0.0.1:3000' },
  },
]
