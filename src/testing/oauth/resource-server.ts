/** The resource server's part: refuses requests without a valid token, with a challenge that names what is needed. */
import type { ReceivedRequest } from '../http/received-request.ts'
import { jsonResponse } from '../http/responses.ts'
import { messageName } from '../jsonrpc/message.ts'
import { isObject } from '../util/is-object.ts'
import { type Claims, missingScope, readAccessToken } from './access-token.ts'
import type { OAuthConfig } from './config.ts'
import type { Proofs } from './dpop.ts'
import { describeResource, issuerOf, type RealmBase, resourceMetadataPath, resourcePath, urlOf } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'

export interface ResourceServer {
  /** The refusing response; undefined if the request may pass. */
  refuse(received: ReceivedRequest, base: RealmBase): Promise<Response | undefined>
  /** Makes all tokens invalid that were used so far. */
  expireTokens(): void
}

interface Problem {
  error?: string
  description?: string
  scope?: string | undefined
  status?: number
  scheme?: string
}

export function createResourceServer(config: () => OAuthConfig, proofs: Proofs, now: () => number): ResourceServer {
  const used = new Set<string>()
  let expired = new Set<string>()
  return {
    refuse,
    expireTokens() {
      expired = new Set(used)
    },
  }

  async function refuse(received: ReceivedRequest, base: RealmBase): Promise<Response | undefined> {
    const path = resourcePath(received.path)
    if (path === undefined || config().open?.includes(messageName(received.body) ?? '')) return undefined
    const problem = await findProblem(received, base, path)
    if (!problem) return undefined
    const { status = 401, error = 'unauthorized', description = 'A token is required' } = problem
    const challenge = challengeHeader(problem, urlOf(base, resourceMetadataPath(config(), path)))
    return jsonResponse(status, { error, error_description: description }, { ...challenge, ...proofs.headers('rs') })
  }

  async function findProblem(
    { request, body }: ReceivedRequest,
    base: RealmBase,
    path: string,
  ): Promise<Problem | undefined> {
    const { scope, toolScopes } = config()
    const [scheme = '', token = ''] = (request.headers.get('authorization') ?? '').split(' ')
    if (token === '') return { scope }
    used.add(token)
    const claims = readAccessToken(token)
    const flaw = claims ? findFlaw(claims, base, path) : 'unknown'
    if (flaw || !claims || expired.has(token)) {
      return { error: 'invalid_token', description: `The token is not good: ${flaw ?? 'expired'}`, scope }
    }
    const proofProblem = await findProofProblem(request, scheme, token, claims)
    if (proofProblem) return proofProblem
    const needed = toolScope(body, toolScopes) ?? scope
    if (missingScope(needed, claims.scope).length === 0) return undefined
    return { status: 403, error: 'insufficient_scope', description: 'More is needed', scope: needed }
  }

  function findFlaw({ issuer, resource, expires }: Claims, base: RealmBase, path: string): string | undefined {
    const current = config()
    const trusted = current.trusted ?? [issuerOf(base, current)]
    if (!trusted.includes(issuer)) return 'of another issuer'
    const expected = current.resource === null ? urlOf(base, path) : describeResource(base, current, path).resource
    if (resource !== expected) return 'for another resource'
    return expires <= now() ? 'expired' : undefined
  }

  async function findProofProblem(
    request: Request,
    scheme: string,
    token: string,
    { key }: Claims,
  ): Promise<Problem | undefined> {
    if (key === undefined) return scheme === 'Bearer' ? undefined : { error: 'invalid_token', description: 'scheme' }
    if (scheme !== 'DPoP') return { scheme: 'DPoP', error: 'invalid_token', description: 'The token is bound' }
    try {
      if ((await proofs.check(request, 'rs', token)) === key) return undefined
      return { scheme: 'DPoP', error: 'invalid_token', description: 'The key is another one' }
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      return { scheme: 'DPoP', error: error.error, description: error.message }
    }
  }

  function challengeHeader({ error, scope, scheme = 'Bearer' }: Problem, metadataUrl: string): Record<string, string> {
    const { challenge = 'link' } = config()
    if (challenge === 'none') return {}
    if (typeof challenge === 'object') return { 'www-authenticate': challenge.text }
    const parameters = {
      ...(error && { error }),
      ...(scope !== undefined && { scope }),
      ...(challenge === 'link' && { resource_metadata: metadataUrl }),
    }
    const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
    return { 'www-authenticate': [scheme, listed.join(', ')].join(' ').trim() }
  }
}

/** The scope that the called tool needs, if one is configured. */
function toolScope(body: unknown, scopes: Record<string, string> = {}): string | undefined {
  const params = isObject(body) && body.method === 'tools/call' && body.params
  const name = isObject(params) ? String(params.name) : ''
  return Object.hasOwn(scopes, name) ? scopes[name] : undefined
}
