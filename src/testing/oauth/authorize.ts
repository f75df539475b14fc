/** The authorization endpoint: checks the request and redirects the user back with a code. */
import { emptyResponse, jsonResponse } from '../http/responses.ts'
import type { Clients } from './clients.ts'
import { type ConsentRequest, type OAuthConfig, replaceFields } from './config.ts'
import { consentPage } from './consent.ts'
import { OAuthError } from './oauth-error.ts'

/** What an authorization code stands for. */
export interface CodeGrant {
  client: string
  redirectUri: string
  challenge: string
  scope?: string
  resource?: string
  /** Thumbprint of the only key that may redeem it. */
  key?: string
}

export interface AuthorizeOptions {
  request: Request
  config: OAuthConfig
  issuer: string
  clients: Clients
  issueCode(grant: CodeGrant): string
}

export async function authorize(options: AuthorizeOptions): Promise<Response> {
  const { request, config, issuer, clients, issueCode } = options
  const { searchParams } = new URL(request.url)
  const grant = readGrant(searchParams, clients)
  const state = searchParams.get('state')
  const redirectUrl = (response: Record<string, string>) => {
    const advertised = config.server?.fields?.authorization_response_iss_parameter_supported ?? true
    const parameters = { ...response, state, iss: advertised === true ? issuer : null }
    const url = new URL(grant.redirectUri)
    for (const [name, value] of Object.entries(replaceFields(parameters, config.callback))) {
      url.searchParams.append(name, String(value))
    }
    return url.href
  }
  const accept = request.headers.get('accept') ?? ''
  if (config.consent && accept.includes('text/html')) {
    const deny = redirectUrl({ error: 'access_denied' })
    return consentPage({ allow: redirectUrl({ code: issueCode(grant) }), deny, ...config.consent })
  }
  const isAllowed = (await config.decide?.(toConsentRequest(grant))) ?? true
  const location = redirectUrl(isAllowed ? { code: issueCode(grant) } : { error: 'access_denied' })
  // For tests that act as the user in a browser, where `fetch` hides the target of a redirect.
  return accept === 'application/json' ? jsonResponse(200, { location }) : emptyResponse(302, { location })
}

function toConsentRequest({ client, redirectUri, scope, resource }: CodeGrant): ConsentRequest {
  return {
    clientId: client,
    redirectUri,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
  }
}

/** Throws an error that is shown to the user: with a wrong request there is no safe URL to redirect to. */
function readGrant(params: URLSearchParams, clients: Clients): CodeGrant {
  const value = (name: string) => params.get(name) ?? undefined
  const client = clients.find(value('client_id') ?? '')
  const redirectUri = value('redirect_uri') ?? ''
  const challenge = value('code_challenge') ?? ''
  const repeated = [...params.keys()].find((name) => params.getAll(name).length > 1)
  const problem =
    (repeated && `${repeated} is given twice`) ||
    (!client && 'client_id is unknown') ||
    (!URL.canParse(redirectUri) && 'redirect_uri is no URL') ||
    (client?.redirectUris && !client.redirectUris.includes(redirectUri) && 'redirect_uri is not registered') ||
    (value('response_type') !== 'code' && 'response_type must be code') ||
    (value('code_challenge_method') !== 'S256' && 'code_challenge_method must be S256') ||
    (!/^[\w-]{43}$/.test(challenge) && 'code_challenge is no SHA-256')
  if (problem || !client) throw new OAuthError('invalid_request', problem || 'client_id')
  const scope = value('scope')
  const resource = value('resource')
  const key = value('dpop_jkt')
  return {
    client: client.id,
    redirectUri,
    challenge,
    ...(scope !== undefined && { scope }),
    ...(resource !== undefined && { resource }),
    ...(key !== undefined && { key }),
  }
}
