/** Who the clients are: registered beforehand, by a document of their own, or here and now; and how they prove it. */
import { isRecord } from '../jsonrpc/message.ts'
import { replyJson } from '../http/responses.ts'
import { decodeJson } from './base64url.ts'
import { type KnownClient, type OAuthConfig, replaceFields } from './config.ts'
import { OAuthFault } from './oauth-error.ts'
import { verifyJwt } from './jwt.ts'

export interface Clients {
  find(id: string): KnownClient | undefined
  /** RFC 7591. */
  register(body: unknown): Response
  /** The client that makes a token request, if it is who it says it is. Undefined when it does not say. */
  authenticate(request: Request, form: URLSearchParams, audiences: string[]): Promise<KnownClient | undefined>
  /** Forgets everybody who registered. */
  forget(): void
}

interface Credentials {
  id: string
  secret?: string
  method: string
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Seconds that an assertion may be valid. */
const LONGEST = 300

export function createClients(config: () => OAuthConfig, token: () => string): Clients {
  const registered = new Map<string, KnownClient>()
  const assertions = new Set<unknown>()
  return { find, register, authenticate, forget: () => registered.clear() }

  function find(id: string): KnownClient | undefined {
    const known = config().clients?.find((client) => client.id === id) ?? registered.get(id)
    if (known) return known
    const takesDocuments = config().server?.fields?.client_id_metadata_document_supported === true
    return takesDocuments && id.startsWith('https://') ? { id, method: 'none' } : undefined
  }

  function register(body: unknown): Response {
    if (!isRecord(body) || !Array.isArray(body.redirect_uris)) {
      throw new OAuthFault('invalid_client_metadata', 'redirect_uris is missing')
    }
    const { status = 201, secret = false, fields } = config().registration ?? {}
    const method = typeof body.token_endpoint_auth_method === 'string' ? body.token_endpoint_auth_method : 'none'
    const id = `client-${token()}`
    const given = secret ? `secret-client-${token()}` : undefined
    const confidential = given && { client_secret: given, token_endpoint_auth_method: 'client_secret_basic' }
    const answer = replaceFields({ ...body, client_id: id, ...confidential }, fields)
    registered.set(String(answer.client_id), {
      id: String(answer.client_id),
      redirectUris: body.redirect_uris as string[],
      ...(given ? { secret: given } : { method }),
    })
    return replyJson(status, answer)
  }

  async function authenticate(request: Request, form: URLSearchParams, audiences: string[]) {
    const assertion = form.get('client_assertion')
    if (assertion !== null) return verifyAssertion(assertion, form, audiences)
    const given = readBasic(request) ?? readBody(form)
    if (!given) return undefined
    const client = find(given.id)
    if (!client || client.secret !== given.secret || (client.method ?? given.method) !== given.method) {
      throw new OAuthFault('invalid_client', `${given.method} does not fit this client`, 401)
    }
    return client
  }

  /** RFC 7523, section 3. */
  async function verifyAssertion(assertion: string, form: URLSearchParams, audiences: string[]): Promise<KnownClient> {
    const refuse = (why: string) => new OAuthFault('invalid_client', why, 401)
    if (form.get('client_assertion_type') !== ASSERTION) throw refuse('client_assertion_type')
    const client = find(String(decodeJson(assertion.split('.')[1] ?? '').sub))
    if (!client?.key) throw refuse('there is no key for this client')
    const { payload } = await verifyJwt(assertion, client.key).catch((error: Error) =>
      Promise.reject(refuse(error.message)),
    )
    const { iss, aud, jti, iat, exp } = payload
    if (iss !== client.id) throw refuse('iss')
    if (typeof aud !== 'string' || !audiences.includes(aud)) throw refuse('aud')
    if (typeof jti !== 'string' || assertions.has(jti)) throw refuse('jti')
    if (!(Number(exp) - Number(iat) <= LONGEST)) throw refuse('exp')
    assertions.add(jti)
    return client
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
