/** The authorization of a realm: its own authorization server, and the token check of its MCP endpoints. */
import type { Clock } from '../clock/clock.ts'
import type { ReceivedRequest } from '../http/received-request.ts'
import { emptyResponse, jsonResponse } from '../http/responses.ts'
import { parseBody } from '../jsonrpc/message.ts'
import { parseRealmUrl } from '../realm-url.ts'
import { createRandomId } from '../util/random-id.ts'
import { authorize } from './authorize.ts'
import { createClients } from './clients.ts'
import type { OAuthConfig } from './config.ts'
import { createProofs } from './dpop.ts'
import { issuerOf, type RealmBase, resourceMetadata, serverMetadata } from './metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { createResourceServer } from './resource-server.ts'
import { answerTokenRequest } from './token-endpoint.ts'
import { createTokens } from './tokens.ts'

export interface Authorization {
  /** The response to a request to the authorization server; undefined for any other request. */
  answer(received: ReceivedRequest): Promise<Response | undefined>
  /** The response that refuses a request without a valid token; undefined if it may pass. */
  refuse(received: ReceivedRequest): Promise<Response | undefined>
  /** Makes all tokens invalid that were used so far. */
  expireTokens(): void
  /** Forgets all clients that registered dynamically. */
  forgetClients(): void
}

export interface AuthorizationOptions {
  clock: Clock
  random: () => number
  /** Undefined: nothing is protected. */
  config: () => OAuthConfig | undefined
}

export type CreateAuthorization = (options: AuthorizationOptions) => Authorization

export function createAuthorization({ clock, random, config: readConfig }: AuthorizationOptions): Authorization {
  const config = () => readConfig() ?? {}
  const createId = () => createRandomId(random)
  const clients = createClients(config, createId)
  const tokens = createTokens(createId)
  const proofs = createProofs(clock.now, () => config().dpop ?? {})
  const resourceServer = createResourceServer(config, proofs, clock.now)
  return { answer, refuse, expireTokens: resourceServer.expireTokens, forgetClients: clients.forget }

  async function answer(received: ReceivedRequest): Promise<Response | undefined> {
    if (!readConfig()) return undefined
    try {
      return await serve(received, realmBase(received.request))
    } catch (error) {
      if (error instanceof OAuthError) return error.response
      throw error
    }
  }

  async function refuse(received: ReceivedRequest): Promise<Response | undefined> {
    return readConfig() && resourceServer.refuse(received, realmBase(received.request))
  }

  async function serve({ request, path, text }: ReceivedRequest, base: RealmBase): Promise<Response | undefined> {
    const { endpoints = '/oauth', registration } = config()
    const document = request.method === 'GET' && findMetadata(base, path)
    if (document) return jsonResponse(200, document)
    const issuer = issuerOf(base, config())
    const form = new URLSearchParams(request.method === 'POST' ? text : '')
    const common = { request, config: config(), issuer, clients }
    if (path === `${endpoints}/authorize`) return authorize({ ...common, issueCode: tokens.issueCode })
    if (request.method !== 'POST') return undefined
    if (path === `${endpoints}/register` && registration !== null) return clients.register(parseBody(text))
    if (path === `${endpoints}/token`) {
      return answerTokenRequest({ ...common, form, tokens, proofs, now: clock.now(), createId })
    }
    if (path !== `${endpoints}/revoke`) return undefined
    tokens.revoke(form.get('token') ?? '')
    return emptyResponse(200)
  }

  function findMetadata(base: RealmBase, path: string): object | undefined {
    return resourceMetadata(base, config(), path) ?? serverMetadata(base, config(), path)
  }
}

function realmBase({ url }: Request): RealmBase {
  return { origin: new URL(url).origin, prefix: parseRealmUrl(url).prefix }
}
