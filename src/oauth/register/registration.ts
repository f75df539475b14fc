/** Who we are to an authorization server: registered before, by a document, or registered now. */
import type { ClientAuth } from 'oauth4webapi'
import type { ServerMetadata } from '../discover/authorization-server.ts'
import { isSameIssuer } from '../discover/issuer.ts'
import { AuthError } from '../errors.ts'
import { isLoopback } from '../http/allow-url.ts'
import { type Ask, type Question, refusal, textOf } from '../http/request.ts'
import type { EmitAuth } from '../status.ts'
import type { Registration, Vault } from '../store/records.ts'
import type { ClientMetadata, OAuthOptions } from '../types.ts'

/** A client id, and what proves it. */
export type Identity = Pick<Registration, 'id' | 'secret' | 'method'>

export interface Clients {
  /** Registers if it must. */
  identify(as: ServerMetadata, redirectUri: string, question: Question): Promise<Identity>
  /** The client that is known under this id. */
  recall(issuer: string, id: string): Promise<Identity | undefined>
  /** The authorization server no longer knows this client. What the application gave is not ours to forget. */
  forget(issuer: string, id: string): Promise<void>
}

export function createClients(ask: Ask, vault: Vault, options: OAuthOptions, emit: EmitAuth): Clients {
  const { client, clientMetadataUrl } = options
  return {
    async identify(as, redirectUri, question) {
      const { issuer } = as
      if (client) return client
      if (clientMetadataUrl && as.client_id_metadata_document_supported) return { id: clientMetadataUrl }
      const slot = vault.registration(issuer)
      const known = await slot.read()
      if (known?.redirectUri === redirectUri) return known
      if (as.registration_endpoint) {
        const registration = await register(as, redirectUri, question)
        emit({ type: 'registered', issuer, clientId: registration.id })
        if (await slot.write(registration, known ?? null)) return registration
        // Somebody else was quicker; one for all is enough, unless people are sent back to another address.
        const other = await slot.read()
        return other?.redirectUri === redirectUri ? other : registration
      }
      throw new AuthError(`${issuer} has to know this application first`, {
        reason: 'client_id_required',
        issuer,
        redirectUri,
      })
    },
    async recall(issuer, id) {
      // What is stored may be from another configuration: the secret is for its own issuer only.
      const given = client && isSameIssuer(client.issuer, issuer) ? client : undefined
      const known = [given, clientMetadataUrl ? { id: clientMetadataUrl } : undefined]
      return [...known, await vault.registration(issuer).read()].find((identity) => identity?.id === id)
    },
    async forget(issuer, id) {
      const slot = vault.registration(issuer)
      if ((await slot.read())?.id === id) await slot.drop()
    },
  }

  async function register(as: ServerMetadata, redirectUri: string, { signal }: Question): Promise<Registration> {
    const sent = describeClient(options, redirectUri, as.token_endpoint_auth_methods_supported)
    const headers = { 'content-type': 'application/json' }
    const reply = await ask(as.registration_endpoint, 'register', { headers, body: JSON.stringify(sent), signal })
    const { status, json } = reply
    const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = json ?? {}
    const id = textOf(client_id)
    if ((status !== 200 && status !== 201) || !id) {
      throw Object.assign(refusal('registration_rejected', as.issuer, reply), { sent })
    }
    const expires = Number(client_secret_expires_at)
    return {
      issuer: as.issuer,
      id,
      redirectUri,
      secret: textOf(client_secret),
      method: textOf(token_endpoint_auth_method),
      // 0 is never.
      secretExpiresAt: expires > 0 ? expires * 1000 : undefined,
    }
  }
}

/** What is registered (RFC 7591, section 2), also as a metadata document. */
export function describeClient(
  { clientMetadata, offline, dpop }: Pick<OAuthOptions, 'clientMetadata' | 'offline' | 'dpop'>,
  redirectUri: string,
  methods: string[] = ['none'],
): ClientMetadata {
  const url = new URL(redirectUri)
  const native = !/^https?:$/.test(url.protocol) || isLoopback(url)
  return {
    application_type: native ? 'native' : 'web',
    token_endpoint_auth_method: ['none', BASIC, POST].find((method) => methods.includes(method)) ?? 'none',
    ...(dpop?.required ? { dpop_bound_access_tokens: true } : {}),
    ...clientMetadata,
    redirect_uris: [redirectUri],
    grant_types: offline === false ? ['authorization_code'] : ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

const BASIC = 'client_secret_basic'
const POST = 'client_secret_post'

/** How the client proves itself at the token endpoint. */
export function authenticate({ secret, method }: Identity, as: ServerMetadata): ClientAuth {
  const supported = as.token_endpoint_auth_methods_supported
  const isFit = (name: string | undefined) => name && (!supported || supported.includes(name))
  const chosen = secret === undefined ? 'none' : ([method, BASIC, POST, 'none'].find(isFit) ?? BASIC)
  return (_as, { client_id }, body, headers) => {
    if (chosen !== 'none' && chosen !== POST) return headers.set('authorization', basic(client_id, secret!))
    body.set('client_id', client_id)
    if (chosen === POST) body.set('client_secret', secret!)
  }
}

/**
 * Form-encoded as RFC 6749, section 2.3.1, says. Characters that need no encoding are left alone: many servers compare
 * without decoding, which is why the encoder of the library is not used.
 */
export function basic(id: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
  return `Basic ${btoa(`${encode(id)}:${encode(secret)}`)}`
}
