/** The metadata of an authorization server (RFC 8414): which members are used, and how they are checked. */
import type { AuthorizationServer } from 'oauth4webapi'
import { isObject } from '../../core/util/is-object.ts'

/** The members that are used. */
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

/** All other `_supported` members that are used are lists. */
const FLAG = /^(client_id_metadata_document|authorization_response_iss_parameter)_supported$/

/** Copies the endpoints and the `_supported` members that have the right type. */
export function pickMetadata(issuer: string, json: Record<string, unknown>): ServerMetadata {
  const picked: Record<string, unknown> = { issuer }
  for (const [name, value] of Object.entries(json)) {
    if (name.endsWith('_endpoint') && typeof value === 'string') picked[name] = value
    if (FLAG.test(name)) picked[name] = value === true || undefined
    else if (name.endsWith('_supported')) picked[name] = toStringList(value)
  }
  return picked as unknown as ServerMetadata
}

/** The strings of an array; undefined if the value is no array. */
export function toStringList(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined
}

/** Whether a stored value is a result of `pickMetadata`. */
export function isServerMetadata(value: unknown): value is ServerMetadata {
  if (!isObject(value) || typeof value.issuer !== 'string') return false
  const picked: Record<string, unknown> = { ...pickMetadata(value.issuer, value) }
  // Compared member by member, since some stores change their order.
  return Object.entries(value).every(([name, member]) => JSON.stringify(picked[name]) === JSON.stringify(member))
}
