/** Challenges, metadata, registrations, tokens and callbacks of hostile authorization servers: only typed errors. */
import { parseChallenges } from '../../../src/oauth/discover/www-authenticate.ts'
import { createOAuth } from '../../../src/oauth/oauth.ts'
import { createManualEnvironment } from '../../unit/manual-environment.ts'
import {
  AS,
  agree,
  CALLBACK,
  createFakeServers,
  ISSUER,
  json,
  PRM,
  request,
  SERVER,
} from '../../unit/oauth/fake-servers.ts'
import { mutate } from '../generate-value.ts'
import { hostileText, mutateText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, pick, type Random, target, Violation } from '../target.ts'

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  registration_endpoint: `${ISSUER}/register`,
  revocation_endpoint: `${ISSUER}/revoke`,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['a', 'offline_access'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  authorization_response_iss_parameter_supported: false,
  client_id_metadata_document_supported: true,
}
const RESOURCE = { resource: SERVER, authorization_servers: [ISSUER], scopes_supported: ['a'] }
const REGISTRATION = {
  client_id: 'c',
  client_secret: 's',
  client_secret_expires_at: 0,
  token_endpoint_auth_method: 'none',
}
const TOKEN = { access_token: 'access', token_type: 'Bearer', expires_in: 3600, refresh_token: 'refresh', scope: 'a' }
const CHALLENGE = `Bearer realm="x", error="invalid_token", scope="a b", resource_metadata="${PRM}/mcp"`

interface FlowInput {
  challenge: string
  resource: unknown
  metadata: unknown
  registration: unknown
  token: unknown
  status: number
}

/** One of the documents is hostile, the others are good. */
function flow(random: Random): FlowInput {
  const good: FlowInput = {
    challenge: CHALLENGE,
    resource: RESOURCE,
    metadata: METADATA,
    registration: REGISTRATION,
    token: TOKEN,
    status: 200,
  }
  const which = pick(random, ['challenge', 'resource', 'metadata', 'registration', 'token', 'status'] as const)
  if (which === 'challenge') return { ...good, challenge: headerText(mutateText(random, CHALLENGE)) }
  if (which === 'status') return { ...good, status: pick(random, [201, 302, 400, 401, 403, 404, 429, 500, 502]) }
  let changed: unknown = good[which]
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) changed = mutate(changed, random)
  return { ...good, [which]: changed }
}

/** Without the characters that no HTTP header can have. */
const headerText = (text: string) => text.replace(/[^\t\x20-\x7e]/g, '')

export const authorizationTargets: FuzzTarget[] = [
  target<{ header: string }>({
    name: 'a challenge',
    generate: (random) => ({ header: random() < 0.3 ? hostileText(random, 12) : mutateText(random, CHALLENGE) }),
    check({ header }) {
      for (const { scheme, parameters } of parseChallenges(header)) {
        if (typeof scheme !== 'string') throw new Violation('a scheme that is no text')
        if (Object.getPrototypeOf(parameters) !== null) throw new Violation('parameters with a prototype')
      }
    },
  }),
  target<FlowInput>({
    name: 'the documents of a sign-in',
    generate: flow,
    async check({ challenge, resource, metadata, registration, token, status }) {
      const servers = createFakeServers()
      servers.on(`${PRM}/mcp`, () => json(resource, status))
      servers.on(AS, () => json(metadata, status))
      servers.on(`${ISSUER}/register`, () => json(registration, 201))
      servers.on(`${ISSUER}/token`, () => json(token, status))
      servers.on(SERVER, () => json({}, 401, { 'www-authenticate': headerText(challenge) }))
      const auth = createOAuth(createManualEnvironment())({
        server: SERVER,
        redirectUri: CALLBACK,
        fetch: servers.fetch,
      })
      await auth.fetch(SERVER, request('{}')).then(readAll, assertTyped)
      await auth.signIn(agree).catch(assertTyped)
      await auth.fetch(SERVER, request('{}')).then(readAll, assertTyped)
      await auth.signOut().catch(assertTyped)
    },
  }),
  target<{ query: string }>({
    name: 'a callback',
    generate: (random) => ({ query: mutateText(random, `?code=a&state=b&iss=${ISSUER}&error=${hostileText(random)}`) }),
    async check({ query }) {
      const { fetch } = createFakeServers()
      const auth = createOAuth(createManualEnvironment())({ server: SERVER, redirectUri: CALLBACK, fetch })
      const status = await auth.handleCallback(`${CALLBACK}${query}`).catch(assertTyped)
      if (status) throw new Violation(`a callback that nobody waits for leads to ${JSON.stringify(status)}`)
    },
  }),
]

async function readAll(response: Response): Promise<void> {
  await response.text()
}
