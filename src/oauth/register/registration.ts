/** The client id of this application at an authorization server: configured, a metadata document, or registered (RFC 7591). */
import { cleanText } from '../../core/util/clean-text.ts'
import { isLoopback } from '../../shared/localhost.ts'
import { isSameIssuer } from '../discover/issuer.ts'
import type { ServerMetadata } from '../discover/server-metadata.ts'
import { AuthError } from '../errors.ts'
import type { OAuthRequest } from '../http/request.ts'
import { asString, createRefusalError } from '../http/response-errors.ts'
import type { OAuthOptions } from '../options.ts'
import type { Records, Registration } from '../store/records.ts'
import type { ClientMetadata, EmitAuthEvent } from '../types.ts'
import { type AuthenticatedClient, BASIC, type ClientIdentity, createClientAuth, POST } from './client-auth.ts'

export interface ClientRegistry {
  /** Registers if there is no client id for this issuer and redirect URI yet. */
  getOrRegister(as: ServerMetadata, redirectUri: string, signal?: AbortSignal): Promise<ClientIdentity>
  /** The client that is known under this id. */
  findKnown(issuer: string, id: string): Promise<ClientIdentity | undefined>
  /** The client for a token request. A public client needs only its id, even if another registration has replaced its own. */
  authenticate(as: ServerMetadata, id: string): Promise<AuthenticatedClient>
  /** Deletes a registration that the authorization server no longer knows. Configured credentials stay. */
  forget(issuer: string, id: string): Promise<void>
}

export function createClientRegistry(
  request: OAuthRequest,
  records: Records,
  options: OAuthOptions,
  emit: EmitAuthEvent,
): ClientRegistry {
  const { client, clientMetadataUrl } = options
  return {
    async getOrRegister(as, redirectUri, signal) {
      const { issuer } = as
      if (client) return client
      if (clientMetadataUrl && as.client_id_metadata_document_supported) return { id: clientMetadataUrl }
      const record = records.registration(issuer)
      const known = await record.read()
      if (known?.redirectUri === redirectUri) return known
      if (as.registration_endpoint) {
        const registration = await register(as, redirectUri, signal)
        emit({ type: 'registered', issuer, clientId: registration.id })
        if (await record.write(registration, known ?? null)) return registration
        // Another process registered first: share its registration if that has the same redirect URI.
        const other = await record.read()
        return other?.redirectUri === redirectUri ? other : registration
      }
      throw new AuthError(`${issuer} has to know this application first`, {
        reason: 'client-id-required',
        issuer,
        redirectUri,
      })
    },
    findKnown,
    async authenticate(as, id) {
      return { id, auth: createClientAuth((await findKnown(as.issuer, id)) ?? { id }, as) }
    },
    async forget(issuer, id) {
      const record = records.registration(issuer)
      if ((await record.read())?.id === id) await record.delete()
    },
  }

  async function findKnown(issuer: string, id: string): Promise<ClientIdentity | undefined> {
    // The stored issuer may be of an earlier configuration; the configured secret is for its own issuer only.
    const configured = client && isSameIssuer(client.issuer, issuer) ? client : undefined
    const hosted = clientMetadataUrl ? { id: clientMetadataUrl } : undefined
    const registered = await records.registration(issuer).read()
    return [configured, hosted, registered].find((identity) => identity?.id === id)
  }

  async function register(as: ServerMetadata, redirectUri: string, signal?: AbortSignal): Promise<Registration> {
    const sent = createClientMetadata(options, redirectUri, as.token_endpoint_auth_methods_supported)
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(sent)
    const response = await request(as.registration_endpoint, 'register', { headers, body, signal })
    const { status, json } = response
    const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = json ?? {}
    const id = asString(client_id)
    if ((status !== 200 && status !== 201) || !id) {
      throw createRefusalError('registration-rejected', as.issuer, response, sent)
    }
    // Some servers send an empty secret to a public client.
    const method = client_secret === '' ? 'none' : asString(token_endpoint_auth_method)
    const secret = asString(client_secret)
    if (method && method !== 'none' && !(secret && [BASIC, POST].includes(method))) {
      throw new AuthError(`${as.issuer} registered this application for ${cleanText(method)}, which it cannot do`, {
        reason: 'client-auth-unsupported',
        issuer: as.issuer,
      })
    }
    const expires = Number(client_secret_expires_at)
    return {
      issuer: as.issuer,
      id,
      redirectUri,
      secret: secret || undefined,
      method,
      // 0 means that the secret does not expire (RFC 7591, section 3.2.1).
      secretExpiresAt: expires > 0 ? expires * 1000 : undefined,
    }
  }
}

/** The client metadata that are registered, or hosted as a document (RFC 7591, section 2). */
export function createClientMetadata(
  { clientMetadata, requestRefreshToken, dpop }: Pick<OAuthOptions, 'clientMetadata' | 'requestRefreshToken' | 'dpop'>,
  redirectUri: string,
  supportedMethods: string[] = ['none'],
): ClientMetadata {
  const url = new URL(redirectUri)
  const isNative = !/^https?:$/.test(url.protocol) || isLoopback(url)
  return {
    application_type: isNative ? 'native' : 'web',
    token_endpoint_auth_method: ['none', BASIC, POST].find((method) => supportedMethods.includes(method)) ?? 'none',
    ...(dpop?.required ? { dpop_bound_access_tokens: true } : {}),
    ...clientMetadata,
    redirect_uris: [redirectUri],
    grant_types: requestRefreshToken === false ? ['authorization_code'] : ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}
