/** The door of the resource: who has no good token is told which one is wanted. */
import { isRecord, nameOf } from '../jsonrpc/message.ts'
import { replyJson } from '../http/responses.ts'
import type { Received } from '../transports/transports.ts'
import { type Claims, missingScope, readAccessToken } from './access-token.ts'
import type { OAuthConfig } from './config.ts'
import type { Proofs } from './dpop.ts'
import { OAuthFault } from './oauth-error.ts'
import { describeResource, issuerOf, resourceMetadataPath, resourcePath, type Site, urlOf } from './metadata.ts'

export interface Guard {
  /** The refusal; undefined if the request may pass. */
  refuse(received: Received, site: Site): Promise<Response | undefined>
  /** No token that was ever shown here is good any more. */
  expire(): void
}

type Problem = { error?: string; description?: string; scope?: string | undefined; status?: number; scheme?: string }

export function createGuard(config: () => OAuthConfig, proofs: Proofs, now: () => number): Guard {
  const shown = new Set<string>()
  let dead = new Set<string>()
  return {
    refuse,
    expire() {
      dead = new Set(shown)
    },
  }

  async function refuse(received: Received, site: Site): Promise<Response | undefined> {
    const path = resourcePath(received.path)
    if (path === undefined || config().open?.includes(nameOf(received.body) ?? '')) return undefined
    const problem = await problemOf(received, site, path)
    if (!problem) return undefined
    const { status = 401, error = 'unauthorized', description = 'A token is required' } = problem
    const challenge = challengeOf(problem, urlOf(site, resourceMetadataPath(config(), path)))
    return replyJson(status, { error, error_description: description }, { ...challenge, ...proofs.headers('rs') })
  }

  async function problemOf({ request, body }: Received, site: Site, path: string): Promise<Problem | undefined> {
    const { scope, toolScopes } = config()
    const [scheme = '', token = ''] = (request.headers.get('authorization') ?? '').split(' ')
    if (token === '') return { scope }
    shown.add(token)
    const claims = readAccessToken(token)
    const flaw = claims ? flawOf(claims, site, path) : 'unknown'
    if (flaw || !claims || dead.has(token)) {
      return { error: 'invalid_token', description: `The token is not good: ${flaw ?? 'expired'}`, scope }
    }
    const unproven = await problemOfProof(request, scheme, token, claims)
    if (unproven) return unproven
    const wanted = scopeFor(body, toolScopes) ?? scope
    if (missingScope(wanted, claims.scope).length === 0) return undefined
    return { status: 403, error: 'insufficient_scope', description: 'More is needed', scope: wanted }
  }

  function flawOf({ issuer, resource, expires }: Claims, site: Site, path: string): string | undefined {
    const own = config()
    const trusted = own.trusted ?? [issuerOf(site, own)]
    if (!trusted.includes(issuer)) return 'of another issuer'
    const expected = own.resource === null ? urlOf(site, path) : describeResource(site, own, path).resource
    if (resource !== expected) return 'for another resource'
    return expires <= now() ? 'expired' : undefined
  }

  async function problemOfProof(request: Request, scheme: string, token: string, { key }: Claims) {
    if (key === undefined) return scheme === 'Bearer' ? undefined : { error: 'invalid_token', description: 'scheme' }
    if (scheme !== 'DPoP') return { scheme: 'DPoP', error: 'invalid_token', description: 'The token is bound' }
    try {
      if ((await proofs.check(request, 'rs', token)) === key) return undefined
      return { scheme: 'DPoP', error: 'invalid_token', description: 'The key is another one' }
    } catch (fault) {
      if (!(fault instanceof OAuthFault)) throw fault
      const error = fault.message.split(':')[0]!
      return { scheme: 'DPoP', error, description: fault.message }
    }
  }

  function challengeOf({ error, scope, scheme = 'Bearer' }: Problem, link: string): Record<string, string> {
    const { challenge = 'link' } = config()
    if (challenge === 'none') return {}
    if (typeof challenge === 'object') return { 'www-authenticate': challenge.text }
    const members = {
      ...(error && { error }),
      ...(scope !== undefined && { scope }),
      ...(challenge === 'link' && { resource_metadata: link }),
    }
    const listed = Object.entries(members).map(([name, value]) => `${name}="${value}"`)
    return { 'www-authenticate': [scheme, listed.join(', ')].join(' ').trim() }
  }
}

function scopeFor(body: unknown, scopes: Record<string, string> = {}): string | undefined {
  const params = isRecord(body) && body.method === 'tools/call' && body.params
  const name = isRecord(params) ? String(params.name) : ''
  return Object.hasOwn(scopes, name) ? scopes[name] : undefined
}
