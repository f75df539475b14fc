/** What is right and wrong in the request and response of each step of a sign-in, and what to do about it. */
import { isSameIssuer } from '../../../src/oauth/discover/issuer.ts'
import type { Lane } from '../wire/rows.ts'
import { challengeOf, isEnded, type Json, receivedOf, refusalOf, sentOf } from './lanes.ts'

export interface Check {
  /** `note`: not wrong, but worth knowing. */
  is: 'right' | 'wrong' | 'note'
  text: string
  /** What to do. */
  fix?: string
}

const right = (text: string): Check => ({ is: 'right', text })
const wrong = (text: string, fix: string): Check => ({ is: 'wrong', text, fix })
const note = (text: string, fix?: string): Check => ({ is: 'note', text, ...(fix && { fix }) })

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isList = (value: unknown): value is unknown[] => Array.isArray(value)

export function checkChallenge(lane: Lane): Check[] {
  const status = refusalOf(lane)?.status
  const challenge = challengeOf(lane)
  if (!challenge) {
    return [
      note(
        `The server answered ${status}, but the page sees no WWW-Authenticate header.`,
        'Send WWW-Authenticate, and add it to Access-Control-Expose-Headers. Without it, clients guess the metadata URL.',
      ),
    ]
  }
  const { resource_metadata, error, scope } = challenge
  return [
    right(`The server answered ${status} with WWW-Authenticate.`),
    resource_metadata
      ? right('resource_metadata names the metadata document.')
      : note(
          'resource_metadata is missing.',
          'Add resource_metadata="…" to WWW-Authenticate. Without it, clients try the well-known URLs.',
        ),
    ...(error === 'insufficient_scope'
      ? [note(`The call needs more scopes${scope ? `: ${scope}` : ''}.`, 'Sign in again with these scopes.')]
      : []),
    ...(error === 'invalid_token' ? [note('The server refused the token.', 'Refresh it, or sign in again.')] : []),
  ]
}

/** The response itself; empty if there is a JSON object to look into. */
function checkAnswer(lane: Lane, missing: string): Check[] {
  const { status } = lane
  if (status === undefined) {
    return [
      wrong(
        'The page got no answer.',
        `Check that ${originOf(lane.url)} is up and sends Access-Control-Allow-Origin (CORS).`,
      ),
    ]
  }
  if (status === 0 || (status >= 300 && status < 400))
    return [wrong('The server redirects.', 'Serve the answer at this URL, without a redirect.')]
  const { error, error_description: description } = receivedOf(lane) ?? {}
  if (status >= 400) {
    const said = [error, description].filter(isText).join(': ')
    return [wrong(`The server answered ${status}${said ? ` (${said})` : ''}.`, missing)]
  }
  return receivedOf(lane)
    ? []
    : [wrong('The body is not a JSON object.', 'Send a JSON object with Content-Type: application/json.')]
}

export function checkResource(lane: Lane, endpoint: string): Check[] {
  const failed = checkAnswer(lane, 'Serve the protected resource metadata at this URL (RFC 9728).')
  if (failed.length > 0) return failed
  const { resource, authorization_servers: servers } = receivedOf(lane)!
  return [
    isText(resource) && covers(resource, endpoint)
      ? right('resource is the URL of this server.')
      : wrong(
          isText(resource) ? 'resource is the URL of another server.' : 'resource is missing.',
          `Set resource to ${endpoint}`,
        ),
    isList(servers) && servers.some(isText)
      ? right('authorization_servers names the authorization server.')
      : note(
          'authorization_servers is missing, so the client asks the MCP server itself.',
          'Add the issuer URL of the authorization server to authorization_servers.',
        ),
  ]
}

/** The same URL, or a parent path of it. */
function covers(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource)) return false
  const [outer, inner] = [new URL(resource), new URL(endpoint)]
  return outer.origin === inner.origin && `${inner.pathname}/`.startsWith(outer.pathname.replace(/\/*$/, '/'))
}

export function checkServer(lane: Lane, resource: Json | undefined, hasClient: boolean): Check[] {
  const failed = checkAnswer(lane, 'Serve the authorization server metadata at this URL (RFC 8414).')
  if (failed.length > 0) return failed
  const metadata = receivedOf(lane)!
  const named = isList(resource?.authorization_servers) ? resource.authorization_servers.filter(isText) : []
  const { issuer } = metadata
  const methods = metadata.code_challenge_methods_supported
  const canRegister = isText(metadata.registration_endpoint) || metadata.client_id_metadata_document_supported === true
  return [
    isText(issuer) && (named.length === 0 || named.includes(issuer))
      ? right('issuer is the URL that the MCP server names.')
      : wrong(
          isText(issuer) ? `issuer is ${issuer}, not the URL that the MCP server names.` : 'issuer is missing.',
          `Set issuer to exactly ${named[0] ?? 'the URL of this server'}. A trailing slash counts.`,
        ),
    ...(['authorization_endpoint', 'token_endpoint'] as const).map((name) =>
      isText(metadata[name])
        ? right(`${name} is there.`)
        : wrong(`${name} is missing.`, `Add ${name} to the document.`),
    ),
    isList(methods) && methods.includes('S256')
      ? right('PKCE with S256 is supported.')
      : wrong(
          'The document does not announce PKCE with S256.',
          'Support PKCE, and set code_challenge_methods_supported to ["S256"].',
        ),
    canRegister || hasClient
      ? right(canRegister ? 'Clients can register.' : 'Registration is not offered, and this page has a client id.')
      : wrong(
          'Clients cannot register.',
          'Add registration_endpoint or client_id_metadata_document_supported, or use an existing OAuth client.',
        ),
  ]
}

export function checkClient(lane: Lane): Check[] {
  const failed = checkAnswer(lane, 'Allow the registration, or use an existing OAuth client.')
  if (failed.length > 0) return failed
  const { client_id: id, redirect_uris: registered } = receivedOf(lane)!
  const [wanted] = sentOf(lane).redirect_uris as unknown[]
  return [
    isText(id)
      ? right(`The server registered this page as ${id}.`)
      : wrong('client_id is missing.', 'Answer with 201 and a client_id (RFC 7591).'),
    !isList(registered) || registered.includes(wanted)
      ? right('The redirect URI is registered.')
      : wrong('The server registered another redirect URI.', `Register ${String(wanted)} exactly as it was sent.`),
  ]
}

export function checkAuthorize(lane: Lane, metadata: Json | undefined): Check[] {
  const sent = sentOf(lane)
  const uri = String(sent.redirect_uri ?? '')
  if (!isEnded(lane)) {
    return [
      note(
        'Waiting for you at the authorization server.',
        `If it shows an error about the redirect URI, register ${uri}`,
      ),
    ]
  }
  if (lane.outcome === 'cancelled') {
    return [
      wrong(
        'The window was closed, or the sign-in was canceled.',
        `Sign in again. If the window showed an error about the redirect URI, register ${uri}`,
      ),
    ]
  }
  const { error, error_description: description, code, iss } = receivedOf(lane) ?? {}
  if (isText(error)) {
    const said = [error, description].filter(isText).join(': ')
    return error === 'access_denied'
      ? [wrong(`Access was denied (${said}).`, 'Sign in again and allow access, or use an account that may have it.')]
      : [wrong(`The authorization server refused (${said}).`, 'Correct the request parameter that it names.')]
  }
  const announced = metadata?.issuer
  return [
    isText(code)
      ? right('The callback has a code.')
      : wrong('The callback has no code.', 'Redirect back with code and state.'),
    ...(isText(iss) && isText(announced) && !isSameIssuer(iss, announced)
      ? [wrong(`iss is ${iss}, not the issuer of the metadata.`, `Send iss=${announced} with the callback (RFC 9207).`)]
      : []),
    ...(isText(iss) ? [] : [note('The callback has no iss.', 'Send iss with the callback (RFC 9207).')]),
  ]
}

const remedies: Record<string, string> = {
  invalid_grant:
    'The code was used, has expired, or belongs to another redirect URI. Sign in again; if it repeats, compare redirect_uri with the authorization request.',
  invalid_client: 'Check the client id and the client secret, or register again.',
  invalid_target: 'Accept the resource parameter (RFC 8707), with the URL of the MCP server.',
  invalid_scope: 'Request scopes that the authorization server knows.',
}

export function checkToken(lane: Lane, wanted: string | undefined): Check[] {
  const isRefresh = sentOf(lane).grant_type === 'refresh_token'
  const error = String(receivedOf(lane)?.error ?? '')
  const remedy =
    isRefresh && error === 'invalid_grant'
      ? 'The refresh token has expired or was revoked. Sign in again.'
      : (remedies[error] ?? 'Correct the request parameter that the server names, then sign in again.')
  const failed = checkAnswer(lane, remedy)
  if (failed.length > 0) return failed
  const body = receivedOf(lane)!
  const { access_token: token, token_type: type, expires_in: seconds, scope, refresh_token: refresh } = body
  const missing = isText(scope) ? (wanted?.split(' ') ?? []).filter((name) => !scope.split(' ').includes(name)) : []
  return [
    isText(token) ? right('access_token is there.') : wrong('access_token is missing.', 'Answer with access_token.'),
    isText(type) && /^(bearer|dpop)$/i.test(type)
      ? right(`token_type is ${type}.`)
      : wrong('token_type is missing or unknown.', 'Set token_type to Bearer.'),
    Number(seconds) > 0
      ? right(`The token expires in ${Number(seconds).toLocaleString('en')} s.`)
      : note('expires_in is missing, so clients notice the expiry by a 401.', 'Add expires_in, in seconds.'),
    ...(missing.length > 0 ? [note(`These scopes were not granted: ${missing.join(' ')}.`)] : []),
    ...(isRefresh || isText(refresh)
      ? []
      : [note('There is no refresh token: you sign in again when the token expires.')]),
  ]
}

export function checkRevoke({ status, url }: Lane): Check[] {
  if (status === 200) return [right('The server revoked the token.')]
  return [
    wrong(
      status === undefined ? 'The page got no answer.' : `The server answered ${status}.`,
      `The token may still be valid. Check that ${originOf(url)} answers 200 and allows this page (CORS).`,
    ),
  ]
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the server'
}
