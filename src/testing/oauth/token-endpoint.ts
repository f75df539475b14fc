/** The token endpoint: who asks, for which grant, and what is given. */
import { replyJson } from '../http/responses.ts'
import { writeAccessToken } from './access-token.ts'
import type { Clients } from './clients.ts'
import { type OAuthConfig, replaceFields } from './config.ts'
import type { Proofs } from './dpop.ts'
import { OAuthFault } from './oauth-error.ts'
import { exchange, type Granted, type GrantRequest, grants } from './grants.ts'
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
  random(): string
}

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

export async function answerTokenRequest(asked: TokenRequest): Promise<Response> {
  const { request, form, config, issuer, clients, tokens, proofs } = asked
  const twice = [...form.keys()].find((name) => form.getAll(name).length > 1)
  if (twice) throw new OAuthFault('invalid_request', `${twice} is given twice`)
  const key = config.dpop && request.headers.has('dpop') ? await proofs.check(request, 'as') : undefined
  const client = await clients.authenticate(request, form, [issuer, request.url])
  const grantRequest: GrantRequest = { form, client, config, issuer, tokens, key }
  const type = form.get('grant_type') ?? ''
  const body = type === EXCHANGE ? exchange(grantRequest) : give(asked, await grantOf(type, grantRequest), key)
  return replyJson(200, replaceFields(body, config.token?.fields), proofs.headers('as'))
}

async function grantOf(type: string, request: GrantRequest): Promise<Granted> {
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (!grant) throw new OAuthFault('unsupported_grant_type', 'this grant is not offered')
  return grant(request)
}

function give({ config, issuer, tokens, now, random }: TokenRequest, granted: Granted, key: string | undefined) {
  const { seconds = 3_600, refresh = 'rotate', scope = granted.right.scope } = config.token ?? {}
  const right = { ...granted.right, ...(scope && { scope }) }
  const claims = { issuer, ...right, expires: now + seconds * 1000, ...(key && { key }), id: random() }
  return {
    access_token: writeAccessToken(claims),
    token_type: key ? 'DPoP' : 'Bearer',
    expires_in: seconds,
    ...(scope && { scope }),
    ...(granted.renewable && refresh !== 'none' && { refresh_token: tokens.issueRefresh(right, granted.family) }),
  }
}
