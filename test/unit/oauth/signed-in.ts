/** An `oauth()` handle with fake servers and a manual clock. */
import { expect } from 'vitest'
import { createOAuth } from '../../../src/oauth/oauth.ts'
import type { OAuthOptions } from '../../../src/oauth/options.ts'
import type { AuthEvent, OAuth } from '../../../src/oauth/types.ts'
import { createManualEnvironment, type ManualEnvironment } from '../manual-environment.ts'
import { agree, CALLBACK, createFakeServers, type FakeServers, request, SERVER } from './fake-servers.ts'

export interface SetUp {
  servers: FakeServers
  environment: ManualEnvironment
  events: AuthEvent[]
  auth: OAuth
  call(body?: string): Promise<Response>
  /** Another handle for the same servers. */
  create(options?: Partial<OAuthOptions>): OAuth
}

export function setUp(options: Partial<OAuthOptions> = {}): SetUp {
  const servers = createFakeServers()
  const environment = createManualEnvironment()
  const events: AuthEvent[] = []
  const onEvent = (event: AuthEvent) => void events.push(event)
  const create = (more?: Partial<OAuthOptions>) =>
    createOAuth(environment)({
      server: SERVER,
      redirectUri: CALLBACK,
      fetch: servers.fetch,
      onEvent,
      ...options,
      ...more,
    })
  const auth = create()
  return { servers, environment, events, auth, create, call: (body) => auth.fetch(SERVER, request(body)) }
}

/** A handle whose user has signed in with a valid token. */
export async function signedIn(options: Partial<OAuthOptions> = {}): Promise<SetUp> {
  const all = setUp(options)
  await all.auth.signIn(agree)
  expect((await all.call()).status).toBe(200)
  return all
}
