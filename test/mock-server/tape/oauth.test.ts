/** Signing in, refreshing and machine grants on a tape: the random values of each run are mapped to those of the tape. */
import { describe, expect, test } from 'vitest'
import { createInProcess } from '../../../playground/server/control/in-process.ts'
import { type ConnectOptions, connect } from '../../../src/core/index.ts'
import { dpop } from '../../../src/oauth/dpop/index.ts'
import { type OAuthOptions, oauth } from '../../../src/oauth/index.ts'
import { clientCredentials } from '../../../src/oauth/machine/index.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { type OAuthConfig, record, replay, type Tape } from '../../../src/testing/index.ts'
import { textsOf } from '../../scenarios/steps/calls.ts'

type Act = (fetch: NonNullable<ConnectOptions['fetch']>) => Promise<unknown>

const ORIGIN = 'http://localhost/r/in-process'
const SERVER = `${ORIGIN}/mcp`
const CALLBACK = 'http://localhost:1/callback'

/** Keys and digests take real time, so this is no matter of a virtual clock; the timing classes are left out. */
async function playAgain(config: OAuthConfig, act: Act): Promise<{ tape: Tape; outcome: unknown }> {
  const server = createInProcess({ clock: createClock(), random: createSeededRandom(1) })
  await server.control.configure({ oauth: config })
  // The token is refused in the middle.
  await server.control.script({ on: { rpcMethod: 'tools/call' }, nth: 2, do: [{ respond: { status: 401 } }] })
  const wire: string[] = []
  const recording = record(listen(server.fetch, wire))
  const outcome = await act(recording.fetch)
  const tape = await recording.tape()
  expectNoSecrets(tape, wire)
  const replayed = replay(JSON.parse(JSON.stringify(tape)) as Tape)
  const again = record(replayed)
  expect(await act(again.fetch)).toEqual(outcome)
  replayed.expectDone()
  expect(withoutTimes(await again.tape())).toEqual(withoutTimes(tape))
  return { tape, outcome }
}

/** Keeps every text of the wire. */
function listen(reach: typeof fetch, wire: string[]): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    wire.push(request.url, ...[...request.headers].map(String), await request.clone().text())
    const response = await reach(request)
    wire.push(...[...response.headers].map(String))
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!isStream) wire.push(await response.clone().text())
    return response
  }
}

/** Whatever was random on the wire is a secret, apart from the names of clients. */
function expectNoSecrets(tape: Tape, wire: readonly string[]): void {
  const text = JSON.stringify(tape)
  const clients = [...text.matchAll(/"client_id":"([^"]+)"/g)].map(([, id]) => id)
  const words = wire.flatMap((part) => decodeURIComponent(part).match(/[\w-]{20,}/g) ?? [])
  const random = [...new Set(words)].filter((word) => /\d.*[a-z]|[a-z].*\d/i.test(word) && !clients.includes(word))
  expect(random.length).toBeGreaterThan(1)
  expect(random.filter((word) => text.includes(word))).toEqual([])
}

function withoutTimes(tape: Tape): unknown {
  const skip = ['when', 'endedWhen', 'after', 'endedAfter']
  return JSON.parse(JSON.stringify(tape, (key, value) => (skip.includes(key) ? undefined : value)))
}

/** Signs in through the recorded fetch, calls twice, and signs out. */
function signInAndOut(options: () => Partial<OAuthOptions> = () => ({})): Act {
  return async (fetch) => {
    const auth = oauth({ server: SERVER, redirectUri: CALLBACK, fetch, ...options() })
    const visit = async (url: URL): Promise<URLSearchParams> => {
      const response = await (fetch as typeof globalThis.fetch)(url, { redirect: 'manual' })
      return new URL(response.headers.get('location')!).searchParams
    }
    const { status } = await auth.signIn(visit)
    const texts = await callTwice(auth.fetch)
    await auth.signOut()
    return [status, ...texts]
  }
}

async function callTwice(fetch: NonNullable<ConnectOptions['fetch']>): Promise<unknown[]> {
  const client = await connect(SERVER, { fetch, eraCache: new Map() })
  const texts = textsOf(await client.callTool('echo', { text: 'x' }))
  texts.push(...textsOf(await client.callTool('echo', { text: 'y' })))
  await client.close()
  return texts
}

describe('a tape with authorization', () => {
  test('signs in with PKCE, refreshes and signs out', async () => {
    const { outcome, tape } = await playAgain({}, signInAndOut())
    expect(outcome).toEqual(['authorized', 'x', 'y'])
    const grants = tape.entries.map(({ request }) => request.form?.grant_type)
    expect(grants).toEqual(expect.arrayContaining(['authorization_code', 'refresh_token']))
    const authorize = tape.entries.find(({ request }) => request.url.includes('code_challenge='))!
    expect(authorize.request.url).toContain('state=__state_1__')
    expect(authorize.response!.headers.location).toMatch(/[?&]state=__state_1__/)
  })

  test('signs in with registered secrets and proofs of possession', async () => {
    const config: OAuthConfig = { registration: { secret: true }, dpop: { nonces: ['as', 'rs'] } }
    const { outcome, tape } = await playAgain(
      config,
      signInAndOut(() => ({ dpop: dpop() })),
    )
    expect(outcome).toEqual(['authorized', 'x', 'y'])
    expect(JSON.stringify(tape)).toContain('"dpop":"__dpop_1__"')
  })

  test('gets tokens for a machine', async () => {
    const secret = 'a secret of the robot'
    const config: OAuthConfig = { clients: [{ id: 'robot', secret }] }
    const { outcome, tape } = await playAgain(config, (fetch) => {
      const grant = clientCredentials({ issuer: ORIGIN, id: 'robot', secret })
      return callTwice(oauth({ server: SERVER, fetch, grant }).fetch)
    })
    expect(outcome).toEqual(['x', 'y'])
    expect(JSON.stringify(tape)).not.toContain(secret)
  })
})
