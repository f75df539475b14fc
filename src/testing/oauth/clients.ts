/** OAuth clients: registered beforehand, dynamically or by a metadata document, and their authentication. */

import { jsonResponse } from '../http/responses.ts'
import { isObject } from '../util/is-object.ts'
import { decodeJson } from './base64url.ts'
import { type KnownClient, type OAuthConfig, replaceFields } from './config.ts'
import { verifyJwt } from './jwt.ts'
import { OAuthError } from './oauth-error.ts'

export interface Clients {
  find(id: string): KnownClient | undefined
  /** RFC 7591. */
  register(body: unknown): Response
  /** The client of a token request; undefined when it names none. Throws an OAuthError when it cannot prove its id. */
  authenticate(request: Request, form: URLSearchParams, audiences: string[]): Promise<KnownClient | undefined>
  /** Forgets all clients that registered dynamically. */
  forget(): void
}

interface Credentials {
  id: string
  secret?: string
  method: string
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Seconds. */
const MAX_ASSERTION_LIFETIME = 300

export function createClients(config: () => OAuthConfig, createId: () => string): Clients {
  const registered = new Map<string, KnownClient>()
  const usedAssertions = new Set<unknown>()
  return { find, register, authenticate, forget: () => registered.clear() }

  function find(id: string): KnownClient | undefined {
    const known = config().clients?.find((client) => client.id === id) ?? registered.get(id)
    if (known) return known
    const acceptsDocuments = config().server?.fields?.client_id_metadata_document_supported === true
    return acceptsDocuments && id.startsWith('https://') ? { id, method: 'none' } : undefined
  }

  function register(body: unknown): Response {
    if (!isObject(body) || !Array.isArray(body.redirect_uris)) {
      throw new OAuthError('invalid_client_metadata', 'redirect_uris is missing')
    }
    const { status = 201, secret = false, fields } = config().registration ?? {}
    const method = typeof body.token_endpoint_auth_method === 'string' ? body.token_endpoint_auth_method : 'none'
    const id = `client-${createId()}`
    const clientSecret = secret ? `secret-client-${createId()}` : undefined
    const confidential = clientSecret && {
      client_secret: clientSecret,
      token_endpoint_auth_method: 'client_secret_basic',
    }
    const registration = replaceFields({ ...body, client_id: id, ...confidential }, fields)
    registered.set(String(registration.client_id), {
      id: String(registration.client_id),
      redirectUris: body.redirect_uris as string[],
      ...(clientSecret ? { secret: clientSecret } : { method }),
    })
    return jsonResponse(status, registration)
  }

  async function authenticate(request: Request, form: URLSearchParams, audiences: string[]) {
    const assertion = form.get('client_assertion')
    if (assertion !== null) return verifyAssertion(assertion, form, audiences)
    const credentials = readBasic(request) ?? readBody(form)
    if (!credentials) return undefined
    const { id, secret, method } = credentials
    const client = find(id)
    if (!client || client.secret !== secret || (client.method ?? method) !== method) {
      throw new OAuthError('invalid_client', `${method} does not fit this client`, 401)
    }
    return client
  }

  /** RFC 7523, section 3. */
  async function verifyAssertion(assertion: string, form: URLSearchParams, audiences: string[]): Promise<KnownClient> {
    const refuse = (reason: string) => new OAuthError('invalid_client', reason, 401)
    if (form.get('client_assertion_type') !== ASSERTION) throw refuse('client_assertion_type')
    const client = find(subjectOf(assertion))
    if (!client?.key) throw refuse('there is no key for this client')
    const { payload } = await verifyJwt(assertion, client.key).catch((error: Error) =>
      Promise.reject(refuse(error.message)),
    )
    const { iss, aud, jti, iat, exp } = payload
    if (iss !== client.id) throw refuse('iss')
    if (typeof aud !== 'string' || !audiences.includes(aud)) throw refuse('aud')
    if (typeof jti !== 'string' || usedAssertions.has(jti)) throw refuse('jti')
    if (!(Number(exp) - Number(iat) <= MAX_ASSERTION_LIFETIME)) throw refuse('exp')
    usedAssertions.add(jti)
    return client
  }
}

/** Of an assertion that is not verified yet; empty if it is no JWT. */
function subjectOf(assertion: string): string {
  try {
    return String(decodeJson(assertion.split('.')[1] ?? '').sub)
  } catch {
    return ''
  }
}

/** RFC 6749, section 2.3.1: both halves are form-encoded. */
function readBasic(request: Request): Credentials | undefined {
  const [scheme, value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (scheme !== 'Basic') return undefined
  const [id = '', secret = ''] = atob(value).split(':').map(decodeForm)
  return { id, secret, method: 'client_secret_basic' }
}

function decodeForm(text: string): string {
  return new URLSearchParams(`x=${text.replace(/&/g, '%26')}`).get('x') ?? ''
}

function readBody(form: URLSearchParams): Credentials | undefined {
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  if (id === null) return undefined
  return secret === null ? { id, method: 'none' } : { id, secret, method: 'client_secret_post' }
}
