/** The authorization endpoint: checks what is asked for, and sends the visitor back with a code. */
import { replyEmpty, replyJson } from '../http/responses.ts'
import type { Clients } from './clients.ts'
import { type OAuthConfig, replaceFields } from './config.ts'
import { showConsent } from './consent.ts'
import { OAuthFault } from './oauth-error.ts'

/** What a code stands for. */
export interface Grant {
  client: string
  redirectUri: string
  challenge: string
  scope?: string
  resource?: string
  /** Thumbprint of the key that alone may redeem it. */
  key?: string
}

export interface AuthorizeOptions {
  request: Request
  config: OAuthConfig
  issuer: string
  clients: Clients
  /** Keeps the grant and gives the code for it. */
  keep(grant: Grant): string
}

export function authorize({ request, config, issuer, clients, keep }: AuthorizeOptions): Response {
  const { searchParams } = new URL(request.url)
  const grant = readGrant(searchParams, clients)
  const state = searchParams.get('state')
  const back = (answer: Record<string, string>) => {
    const advertised = config.server?.fields?.authorization_response_iss_parameter_supported ?? true
    const own = { ...answer, state, iss: advertised === true ? issuer : null }
    const url = new URL(grant.redirectUri)
    for (const [name, value] of Object.entries(replaceFields(own, config.callback))) {
      url.searchParams.append(name, String(value))
    }
    return url.href
  }
  const accept = request.headers.get('accept') ?? ''
  if (config.consent && accept.includes('text/html')) {
    const deny = back({ error: 'access_denied' })
    return showConsent({ allow: back({ code: keep(grant) }), deny, ...config.consent })
  }
  const location = back({ code: keep(grant) })
  // A test that plays the visitor cannot see a redirect in a browser.
  return accept === 'application/json' ? replyJson(200, { location }) : replyEmpty(302, { location })
}

/** A mistake is shown to the visitor, since nobody knows where else to send them. */
function readGrant(params: URLSearchParams, clients: Clients): Grant {
  const value = (name: string) => params.get(name) ?? undefined
  const client = clients.find(value('client_id') ?? '')
  const redirectUri = value('redirect_uri') ?? ''
  const challenge = value('code_challenge') ?? ''
  const twice = [...params.keys()].find((name) => params.getAll(name).length > 1)
  const problem =
    (twice && `${twice} is given twice`) ||
    (!client && 'client_id is unknown') ||
    (!URL.canParse(redirectUri) && 'redirect_uri is no URL') ||
    (client?.redirectUris && !client.redirectUris.includes(redirectUri) && 'redirect_uri is not registered') ||
    (value('response_type') !== 'code' && 'response_type must be code') ||
    (value('code_challenge_method') !== 'S256' && 'code_challenge_method must be S256') ||
    (!/^[\w-]{43}$/.test(challenge) && 'code_challenge is no SHA-256')
  if (problem || !client) throw new OAuthFault('invalid_request', problem || 'client_id')
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
