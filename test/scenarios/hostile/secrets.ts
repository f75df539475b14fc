/** Canary secrets: whatever goes wrong, none of them appears in an error, an event, a status or anything serialised. */
import type { OAuthConfig, Rule } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textsOf } from '../steps/all-texts.ts'
import { AS, authorize, CALLBACK, PRM, type Protected, visitor } from '../steps/protected-server.ts'

const GIVEN = { id: 'known', secret: 'secret-given' }

/** Text that a hostile server puts into every field it controls. */
const WORDS = 'secret-echo \u001b[31m\u0007\nforged line \u202e\u{e0041}'

interface Failure {
  what: string
  config?: OAuthConfig
  /** A script for the time before signing in. */
  early?: Rule
  /** A script for the time after the first call. */
  late?: Rule
  /** Tokens expire before the second call. */
  expire?: boolean
}

const refuse = (
  path: string,
  status: number,
  body: string | object = { error: 'x', error_description: WORDS },
): Rule => ({
  on: { path },
  do: [{ respond: { status, body } }],
})

const FAILURES: Failure[] = [
  { what: 'failing resource metadata', early: refuse(`${PRM}/mcp`, 500, WORDS) },
  { what: 'failing authorization server metadata', early: refuse(AS, 500, WORDS) },
  { what: 'a refused code', early: refuse('/oauth/token', 400) },
  { what: 'a failing token endpoint', early: refuse('/oauth/token', 503, WORDS) },
  { what: 'a wrong issuer', config: { callback: { iss: WORDS } } },
  {
    what: 'an error in the callback',
    config: { callback: { code: null, error: 'server_error', error_description: WORDS } },
  },
  { what: 'a token that no header can carry', config: { token: { fields: { access_token: 'secret-access-\u0000' } } } },
  { what: 'a token of another type', config: { token: { fields: { token_type: WORDS } } } },
  { what: 'a refused token', late: refuse('/mcp', 401, WORDS), expire: true },
  { what: 'a refused refresh', late: refuse('/oauth/token', 400), expire: true },
  { what: 'a failing refresh', late: refuse('/oauth/token', 500, WORDS), expire: true },
  { what: 'a missing scope', config: { toolScopes: { echo: 'write' } } },
  { what: 'a call that fails', late: refuse('/mcp', 500, WORDS) },
  { what: 'no failure' },
]

async function useWith(world: World, { config, early, late, expire }: Failure): Promise<unknown[]> {
  const server = await world.origin()
  const issuer = new URL(server.url).origin
  await server.configure({ oauth: { clients: [{ ...GIVEN, redirectUris: [CALLBACK] }], ...config } })
  if (early) await server.script(early)
  const wire: unknown[] = []
  const made = authorize(world, server, { client: { issuer, ...GIVEN } })
  const found = await collect(made, async (note) => {
    await note(made.auth.signIn(visitor))
    const client = await note(made.connect({ onEvent: (event) => wire.push(event) }))
    await note(client.callTool('echo', { text: 'x' }))
    if (expire) await server.act({ expireTokens: true })
    if (late) await server.script(late)
    await note(client.callTool('echo', { text: 'x' }))
    await note(client.callTool('echo', { text: 'x' }))
  })
  return [...found, ...wire, ...made.events]
}

type Note = <T>(promise: Promise<T>) => Promise<T>

/** Every value and error that a caller gets to see. */
async function collect({ auth }: Protected, live: (note: Note) => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = []
  const unsubscribe = auth.subscribe(() => found.push(auth.status))
  await live(async (promise) => {
    try {
      return await promise
    } catch (error) {
      found.push(error)
      throw error
    }
  }).catch(() => {})
  unsubscribe()
  return [...found, auth, auth.status, auth.fetch]
}

export const secrets: Scenario[] = [
  ...FAILURES.map(
    (failure): Scenario => ({
      name: `no secret appears in errors, events or status: ${failure.what}`,
      ids: ['auth:S-42', 'auth:A-66'],
      async run(world) {
        const { assert } = world
        const texts = (await useWith(world, failure)).flatMap((value) => textsOf(value))
        for (const secret of [
          'secret-access-',
          'secret-refresh-',
          'secret-code-',
          'secret-given',
          btoa('known:secret-given'),
        ]) {
          const leak = texts.find((text) => text.includes(secret))
          assert(leak === undefined, `${secret} is in ${leak?.slice(0, 300)}`)
        }
        assert(texts.length > 0, 'there was something to look at')
      },
    }),
  ),
  {
    name: 'error text of an authorization server is capped, kept in its own field and stripped of control characters',
    ids: ['auth:S-42'],
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ oauth: {} })
      const body = { error: 'x'.repeat(5_000), error_description: WORDS + 'y'.repeat(100_000) }
      await server.script({ on: { path: '/oauth/token' }, do: [{ respond: { status: 400, body } }] })
      const { auth } = authorize(world, server)
      const error = await assert.rejects(auth.signIn(visitor), { code: 'auth', reason: 'token-refused' })
      assert(JSON.stringify(error.server).length <= 5_000, 'capped')
      assert(
        !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(Object.values(error.server as object).join('')),
        'nothing that forges',
      )
      assert(
        !String(error.message).includes('yyy') && !String(error.message).includes('secret-echo'),
        'not in the message',
      )
    },
  },
]
