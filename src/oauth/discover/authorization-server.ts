/** What an authorization server tells of itself (RFC 8414), and where it is found. */
import type { AuthorizationServer } from 'oauth4webapi'
import { parseUrl } from '../../core/util/parse-url.ts'
import { AuthError } from '../errors.ts'
import { type Ask, askFirst, isObject, type Question, type Reply } from '../http/request.ts'

/** What we use of it. */
export type ServerMetadata = Pick<
  AuthorizationServer,
  | 'issuer'
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'registration_endpoint'
  | 'revocation_endpoint'
  | 'scopes_supported'
  | 'response_types_supported'
  | 'code_challenge_methods_supported'
  | 'token_endpoint_auth_methods_supported'
  | 'token_endpoint_auth_signing_alg_values_supported'
  | 'dpop_signing_alg_values_supported'
  | 'authorization_response_iss_parameter_supported'
> & { readonly client_id_metadata_document_supported?: boolean }

/** Addresses, and what is supported, if they are what they should be. */
export function pickMetadata(issuer: string, json: Record<string, unknown>): ServerMetadata {
  const picked: Record<string, unknown> = { issuer }
  for (const [name, value] of Object.entries(json)) {
    if (name.endsWith('_endpoint') && typeof value === 'string') picked[name] = value
    // A flag counts only if it is literally true.
    if (name.endsWith('_supported')) picked[name] = listOf(value) ?? (value === true || undefined)
  }
  return picked as unknown as ServerMetadata
}

export function listOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** Whether this is what we once picked. */
export function isMetadata(value: unknown): value is ServerMetadata {
  if (!isObject(value) || typeof value.issuer !== 'string') return false
  const picked: Record<string, unknown> = { ...pickMetadata(value.issuer, value) }
  // Member by member: some stores keep them in another order.
  return Object.entries(value).every(([name, member]) => JSON.stringify(picked[name]) === JSON.stringify(member))
}

const OAUTH = '/.well-known/oauth-authorization-server'
const OPENID = '/.well-known/openid-configuration'

/**
 * Undefined if there are none at any of the addresses.
 * An issuer that nobody wrote down, an origin, may end with a slash in its metadata.
 */
export async function discoverServer(
  ask: Ask,
  issuer: string,
  guessed: boolean,
  question: Question,
): Promise<ServerMetadata | undefined> {
  const { origin, pathname } = parseUrl(issuer) ?? refuse(issuer, 'are not there')
  const path = pathname.replace(/\/$/, '')
  const addresses = path ? [OAUTH + path, OPENID + path, path + OPENID] : [OAUTH, OPENID]
  const isNext = (status: number) => (status >= 400 && status < 500) || status === 502
  const urls = addresses.map((address) => origin + address)
  const found = await askFirst(ask, urls, 'as', question, isNext)
  return found && readMetadata(found.reply, issuer, guessed)
}

function readMetadata({ status, json }: Reply, issuer: string, guessed: boolean): ServerMetadata {
  if (status !== 200 || !json) return refuse(issuer, `are not there (${status})`, status)
  // As strings: what differs as text may be somebody else.
  if (json.issuer === issuer || (guessed && json.issuer === `${issuer}/`)) return pickMetadata(json.issuer, json)
  throw new AuthError(`The metadata of ${issuer} are of another issuer`, { reason: 'issuer_mismatch', issuer })
}

export function refuse(issuer: string, what: string, status = 0): never {
  throw new AuthError(`The metadata of ${issuer} ${what}`, {
    reason: 'as_metadata_unavailable',
    issuer,
    status: status || undefined,
    retryable: status >= 500,
  })
}
