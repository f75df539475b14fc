/** Runs discovery against fake servers, and tells which URLs were requested. */
import { createOAuthContext } from '../../../../src/oauth/context.ts'
import type { OAuthOptions } from '../../../../src/oauth/options.ts'
import { createManualEnvironment } from '../../manual-environment.ts'
import { type Answer, createFakeServers, ISSUER, json, SERVER } from '../fake-servers.ts'

/** The result or the error, and the URLs that were requested in order. */
export async function discover(
  answers: Record<string, Answer>,
  { named, server = SERVER, ...options }: Partial<OAuthOptions> & { named?: string; server?: string } = {},
) {
  const servers = createFakeServers()
  for (const [url, answer] of Object.entries(answers)) servers.on(url, answer)
  const { discovery } = createOAuthContext(createManualEnvironment(), { server, fetch: servers.fetch, ...options })
  const challenge = { readable: true, resource_metadata: named }
  const outcome = await discovery.discover(challenge, undefined).catch((error) => error)
  return { outcome, urls: servers.requests.map(({ url }) => url), servers }
}

export const gone = (status = 404) => new Response('no', { status })
export const issuedBy = (issuer: string, more: object = {}) =>
  json({ issuer, token_endpoint: `${ISSUER}/token`, ...more })
export const protectedBy = (...authorization_servers: string[]) => json({ resource: SERVER, authorization_servers })
