/** From an MCP endpoint to the authorization server that protects it. */

import { AuthError } from '../errors.ts'
import { type CheckUrl, inBrowser } from '../http/allow-url.ts'
import { type Ask, clean, type Question } from '../http/request.ts'
import type { OAuthOptions } from '../types.ts'
import { discoverServer, refuse, type ServerMetadata } from './authorization-server.ts'
import { discoverResource, type Resource } from './protected-resource.ts'
import type { Challenge } from './www-authenticate.ts'

/** Where a token is got, and what it is for. */
export interface Target {
  as: ServerMetadata
  resource: string
  /** What the server's metadata offer. */
  scope: string | undefined
  prm: string | undefined
}

export interface Discovery {
  /** `held` is the issuer of the token we have, if any. */
  discover(challenge: Challenge, held: string | undefined, signal?: AbortSignal): Promise<Target>
  /** The metadata of an authorization server that the application named itself. */
  readServer(issuer: string, signal?: AbortSignal): Promise<ServerMetadata>
  /** The issuer that the server names now. */
  findIssuer(challenge: Challenge, held: string, signal?: AbortSignal): Promise<string>
}

export function createDiscovery(ask: Ask, check: CheckUrl, endpoint: URL, options: OAuthOptions): Discovery {
  const { client, grant, chooseIssuer, resourceMatch } = options
  const bound = (client ?? grant)?.issuer
  return {
    async discover(challenge, held, signal) {
      check(endpoint.href, 'resource')
      const { issuers, resource, scope, prm } = await find(challenge, signal)
      const issuer = choose(issuers, held)
      const as = issuer === undefined ? await guessServer(signal) : await readServer(issuer, signal)
      return { as, resource, scope, prm }
    },
    readServer,
    findIssuer: async (challenge, held, signal) => choose((await find(challenge, signal)).issuers, held) ?? held,
  }

  function find({ resource_metadata: named }: Challenge, signal?: AbortSignal): Promise<Resource> {
    const question = named === undefined ? old(signal) : { signal }
    return discoverResource(ask, endpoint, named, resourceMatch === 'exact', question)
  }

  /** Undefined: the server names none. */
  function choose(issuers: string[], held: string | undefined): string | undefined {
    if (!issuers.length) return undefined
    const known = held && issuers.includes(held) ? held : undefined
    const wanted = bound ?? known ?? chooseIssuer?.(issuers) ?? issuers[0]!
    if (!issuers.includes(wanted)) throw changed(issuers[0]!)
    return wanted
  }

  async function readServer(issuer: string, signal?: AbortSignal): Promise<ServerMetadata> {
    return (await discoverServer(ask, issuer, false, { signal })) ?? refuse(issuer, 'are not there')
  }

  /** A server that names nobody is its own authorization server, and must be the one that the credentials are for. */
  async function guessServer(signal?: AbortSignal): Promise<ServerMetadata> {
    const { origin } = endpoint
    if (bound && bound !== origin && bound !== `${origin}/`) throw changed(origin)
    return (await discoverServer(ask, origin, true, old(signal))) ?? defaultServer(origin)
  }
}

/** Servers of 2025-03-26 want a version; in a browser it would cost a preflight that many refuse. */
function old(signal: AbortSignal | undefined): Question {
  return { signal, headers: inBrowser() ? {} : { 'mcp-protocol-version': '2025-03-26' } }
}

function changed(issuer: string): AuthError {
  return new AuthError(`The server names ${clean(issuer)}, for which there are no credentials`, {
    reason: 'authorization_server_changed',
    issuer,
  })
}

/** Where a server of 2025-03-26 has its endpoints if it does not say so. */
function defaultServer(origin: string): ServerMetadata {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ['S256'],
  }
}
