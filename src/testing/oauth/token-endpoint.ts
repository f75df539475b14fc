/** The token endpoint: authenticates the client, checks the grant and issues tokens. */
import { jsonResponse } from '../http/responses.ts'
import { writeAccessToken } from './access-token.ts'
import type { Clients } from './clients.ts'
import { type OAuthConfig, replaceFields } from './config.ts'
import type { Proofs } from './dpop.ts'
import { exchangeToken, type GrantRequest, type GrantResult, grants } from './grants.ts'
import { OAuthError } from './oauth-error.ts'
import type { Tokens } from './tokens.ts'

export interface TokenRequest {
  request: Request
  form: URLSearchParams
  config: OAuthConfig
  issuer: string
  clients: Clients
  tokens: Tokens
  proofs: Proofs
  now: number
  createId(): string
}

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

export async function answerTokenRequest(tokenRequest: TokenRequest): Promise<Response> {
  const { request, form, config, issuer, clients, tokens, proofs } = tokenRequest
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1)
  if (repeated) throw new OAuthError('invalid_request', `${repeated} is given twice`)
  const key = config.dpop && request.headers.has('dpop') ? await proofs.check(request, 'as') : undefined
  const client = await clients.authenticate(request, form, [issuer, request.url])
  const grantRequest: GrantRequest = { form, client, config, issuer, tokens, key }
  const type = form.get('grant_type') ?? ''
  const body =
    type === TOKEN_EXCHANGE
      ? exchangeToken(grantRequest)
      : issueTokens(tokenRequest, await checkGrant(type, grantRequest), key)
  return jsonResponse(200, replaceFields(body, config.token?.fields), proofs.headers('as'))
}

async function checkGrant(type: string, request: GrantRequest): Promise<GrantResult> {
  const check = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (!check) throw new OAuthError('unsupported_grant_type', 'this grant is not offered')
  return check(request)
}

function issueTokens(
  { config, issuer, tokens, now, createId }: TokenRequest,
  result: GrantResult,
  key: string | undefined,
) {
  const { seconds = 3_600, refresh = 'rotate', scope = result.grant.scope } = config.token ?? {}
  const grant = { ...result.grant, ...(scope && { scope }) }
  const claims = { issuer, ...grant, expires: now + seconds * 1000, ...(key && { key }), id: createId() }
  const isRefreshable = result.refreshable && refresh !== 'none'
  return {
    access_token: writeAccessToken(claims),
    token_type: key ? 'DPoP' : 'Bearer',
    expires_in: seconds,
    ...(scope && { scope }),
    ...(isRefreshable && { refresh_token: tokens.issueRefreshToken(grant, result.family) }),
  }
}
