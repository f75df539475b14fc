/** A protected server, its authorization, and a visitor who consents to every sign-in. */

import type { Server } from '../../../playground/server/control/control.ts'
import type { Client, ConnectOptions } from '../../../src/core/index.ts'
import { type AuthEvent, type OAuth, type OAuthOptions, oauth, type SignInDriver } from '../../../src/oauth/index.ts'
import type { JournalEntry, OAuthConfig } from '../../../src/testing/index.ts'
import type { World } from '../scenario.ts'

export const CALLBACK = 'http://localhost:1/callback'

export interface Protected {
  server: Server
  origin: string
  auth: OAuth
  events: AuthEvent[]
  connect(options?: ConnectOptions & { url?: string | URL }): Promise<Client>
}

/** A protected server at an origin of its own. */
export async function protect(
  world: World,
  config: OAuthConfig = {},
  options: Partial<OAuthOptions> = {},
): Promise<Protected> {
  const server = await world.origin()
  await server.configure({ oauth: config })
  return authorize(world, server, options)
}

/** An authorization for an existing server. */
export function authorize(world: World, server: Server, options: Partial<OAuthOptions> = {}): Protected {
  const events: AuthEvent[] = []
  const onEvent = (event: AuthEvent) => void events.push(event)
  const auth = oauth({ server: server.url, redirectUri: CALLBACK, onEvent, ...options })
  // Without a shared era cache, so that each connection asks the server.
  const connect: Protected['connect'] = (more) =>
    world.connectAny({ url: server.url, fetch: auth.fetch, eraCache: new Map(), ...more })
  return { server, origin: new URL(server.url).origin, auth, events, connect }
}

/** The same, with a visitor who has signed in. */
export async function protectAndSignIn(...given: Parameters<typeof protect>): Promise<Protected> {
  const made = await protect(...given)
  const { status } = await made.auth.signIn(visitor)
  if (status !== 'authorized') throw new Error(`signing in came to ${status}`)
  return made
}

/** The callback parameters after the visitor consented at this URL. */
export async function visit(url: URL | string): Promise<URLSearchParams> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  const { location, ...refused } = (await response.json()) as { location?: string }
  if (location === undefined) throw new Error(`the authorization server says ${JSON.stringify(refused)}`)
  return new URL(location).searchParams
}

export const visitor: SignInDriver = (url) => visit(url)

/** A driver that only records the URL; the scenario delivers the callback later. */
export function createRecordingDriver(): SignInDriver & { urls: URL[] } {
  const urls: URL[] = []
  const driver = async (url: URL): Promise<undefined> => {
    urls.push(url)
  }
  return Object.assign(driver, { urls })
}

/** The requests to this path, without preflights. */
export function requestsTo(journal: readonly JournalEntry[], path: string): JournalEntry[] {
  return journal.filter((entry) => entry.httpMethod !== 'OPTIONS' && entry.path.split('?')[0] === path)
}

/** The requests to this path that had a token; signing in begins with one that has none. */
export function withToken(journal: readonly JournalEntry[], path = '/mcp'): JournalEntry[] {
  return requestsTo(journal, path).filter(({ headers }) => headers.authorization)
}

export function formOf(entry: JournalEntry | undefined): URLSearchParams {
  return new URLSearchParams(typeof entry?.body === 'string' ? entry.body : '')
}

export function queryOf(entry: JournalEntry | undefined): URLSearchParams {
  return new URLSearchParams(entry?.path.split('?')[1])
}

/** The grant types of the requests to the token endpoint, in order. */
export async function grantsAt(server: Server): Promise<(string | null)[]> {
  return requestsTo(await server.journal(), '/oauth/token').map((entry) => formOf(entry).get('grant_type'))
}

/** The paths of all requests except MCP, in order. */
export async function requestedPaths(server: Server): Promise<string[]> {
  const journal = (await server.journal()).filter(({ httpMethod }) => httpMethod !== 'OPTIONS')
  return journal.map(({ path }) => path.split('?')[0]!).filter((path) => !/^\/(mcp|sse|message)$/.test(path))
}

export const PRM = '/.well-known/oauth-protected-resource'
export const AS = '/.well-known/oauth-authorization-server'
export const OIDC = '/.well-known/openid-configuration'

/** 'success', or the text of the error, for steps that may succeed or fail. */
export async function outcomeOf(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'success'
  } catch (error) {
    return String(error)
  }
}
