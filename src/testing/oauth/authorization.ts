/** The authorization of a realm: its own authorization server, and the guard of its MCP endpoints. */
import type { Clock } from '../features/request-context.ts'
import { parseBody } from '../jsonrpc/message.ts'
import { placeOf } from '../realm-url.ts'
import { replyEmpty, replyJson } from '../http/responses.ts'
import { createToken } from '../util/random-id.ts'
import type { Received } from '../transports/transports.ts'
import { authorize } from './authorize.ts'
import { createClients } from './clients.ts'
import type { OAuthConfig } from './config.ts'
import { createProofs } from './dpop.ts'
import { OAuthFault } from './oauth-error.ts'
import { createGuard } from './resource-server.ts'
import { issuerOf, resourceMetadata, type Site, serverMetadata } from './metadata.ts'
import { answerTokenRequest } from './token-endpoint.ts'
import { createTokens } from './tokens.ts'

export interface Authorization {
  /** The response to a request that is for the authorization server. */
  answer(received: Received): Promise<Response | undefined>
  /** The refusal of a request without a good token. */
  refuse(received: Received): Promise<Response | undefined>
  /** Tokens that were shown so far are not good any more. */
  expireTokens(): void
  /** Clients that registered are not known any more. */
  forgetClients(): void
}

export interface AuthorizationOptions {
  clock: Clock
  random: () => number
  /** Undefined: nothing is protected. */
  config: () => OAuthConfig | undefined
}

export function createAuthorization({ clock, random, config: given }: AuthorizationOptions): Authorization {
  const config = () => given() ?? {}
  const name = () => createToken(random)
  const clients = createClients(config, name)
  const tokens = createTokens(name)
  const proofs = createProofs(clock.now, () => config().dpop ?? {})
  const guard = createGuard(config, proofs, clock.now)
  return { answer, refuse, expireTokens: guard.expire, forgetClients: clients.forget }

  async function answer(received: Received): Promise<Response | undefined> {
    if (!given()) return undefined
    try {
      return await serve(received, siteOf(received.request))
    } catch (fault) {
      if (fault instanceof OAuthFault) return fault.response
      throw fault
    }
  }

  async function refuse(received: Received): Promise<Response | undefined> {
    return given() && guard.refuse(received, siteOf(received.request))
  }

  async function serve({ request, path, text }: Received, site: Site): Promise<Response | undefined> {
    const { endpoints = '/oauth', registration } = config()
    const document = request.method === 'GET' && describe(site, path)
    if (document) return replyJson(200, document)
    const issuer = issuerOf(site, config())
    const form = new URLSearchParams(request.method === 'POST' ? text : '')
    const common = { request, config: config(), issuer, clients }
    if (path === `${endpoints}/authorize`) return authorize({ ...common, keep: tokens.keepCode })
    if (request.method !== 'POST') return undefined
    if (path === `${endpoints}/register` && registration !== null) return clients.register(parseBody(text))
    if (path === `${endpoints}/token`) {
      return answerTokenRequest({ ...common, form, tokens, proofs, now: clock.now(), random: name })
    }
    if (path !== `${endpoints}/revoke`) return undefined
    tokens.revoke(form.get('token') ?? '')
    return replyEmpty(200)
  }

  function describe(site: Site, path: string): object | undefined {
    return resourceMetadata(site, config(), path) ?? serverMetadata(site, config(), path)
  }
}

function siteOf({ url }: Request): Site {
  return { origin: new URL(url).origin, prefix: placeOf(url).prefix }
}
