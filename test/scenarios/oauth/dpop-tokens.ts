/** DPoP (RFC 9449): tokens that are bound to a key, and nonces. */
import { dpop } from '../../../src/oauth/dpop/index.ts'
import type { AuthStore } from '../../../src/oauth/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  authorize,
  grantsAt,
  protect,
  protectAndSignIn,
  queryOf,
  requestsTo,
  visitor,
  withToken,
} from '../steps/protected-server.ts'

export const dpopTokens: Scenario[] = [
  {
    name: 'DPoP tokens are bound to a key, and every request carries its own proof',
    ids: ['auth:A-96', 'auth:A-97', 'auth:A-100'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world, { dpop: {} }, { dpop: dpop() })
      assert.match(auth.status, { status: 'authorized', tokenType: 'dpop' })
      const client = await connect()
      await server.act({ expireTokens: true })
      const calls = Array.from({ length: 10 }, (_, index) => client.callTool('echo', { text: `${index}` }))
      assert.equal((await Promise.all(calls)).at(-1)?.content, textContent('9'))
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      const journal = await server.journal()
      const sent = withToken(journal)
      assert(
        sent.every(({ headers }) => headers.authorization?.startsWith('DPoP ')),
        'the scheme is DPoP',
      )
      const proofs = sent.map(({ headers }) => headers.dpop)
      assert.equal(new Set(proofs).size, sent.length)
      assert(
        (queryOf(requestsTo(journal, '/oauth/authorize')[0]).get('dpop_jkt') ?? '').length === 43,
        'the code is bound',
      )
    },
  },
  {
    name: 'DPoP nonces of both servers are kept apart and cost one retry each',
    ids: ['auth:A-98', 'auth:S-22'],
    async run(world) {
      const { assert } = world
      const nonces = ['as', 'rs'] as ('as' | 'rs')[]
      const { connect, server } = await protectAndSignIn(world, { dpop: { nonces } }, { dpop: dpop() })
      const client = await connect()
      for (let count = 0; count < 3; count++) await client.callTool('echo', { text: 'x' })
      const journal = await server.journal()
      assert.equal(await grantsAt(server), ['authorization_code', 'authorization_code'])
      assert.equal(withToken(journal).filter(({ status }) => status === 401).length, 1)
    },
  },
  {
    name: 'a server that ignores DPoP is used with an event, or refused if DPoP is required',
    ids: ['auth:A-99', 'auth:S-22'],
    async run(world) {
      const { assert } = world
      const { auth, connect } = await protectAndSignIn(world, {}, { dpop: dpop() })
      assert.match(auth.status, { status: 'authorized', tokenType: 'bearer' })
      await connect()
      const strict = await protect(world, {}, { dpop: dpop({ required: true }) })
      await assert.rejects(strict.auth.signIn(visitor), { code: 'auth', reason: 'dpop-refused' })
      await assert.rejects(strict.connect(), { code: 'authorization-required' })
    },
  },
  {
    name: 'the DPoP key cannot be exported, and without it the bound tokens are useless',
    ids: ['auth:A-95', 'auth:A-101'],
    async run(world) {
      const { assert } = world
      const values = new Map<string, unknown>()
      const same = (key: string, expected: unknown) =>
        JSON.stringify(values.get(key) ?? null) === JSON.stringify(expected ?? null)
      const change = (key: string, expected: unknown, act: () => void) => {
        if (expected !== undefined && !same(key, expected)) return false
        act()
        return true
      }
      const store: AuthStore = {
        get: async (key) => values.get(key),
        set: async (key, value, expected) => change(key, expected, () => values.set(key, value)),
        delete: async (key, expected) => change(key, expected, () => values.delete(key)),
      }
      const { server } = await protectAndSignIn(world, { dpop: {} }, { dpop: dpop(), store })
      const keys = keysIn([...values.values()])
      assert(keys.length > 0, 'the store holds the key')
      for (const key of keys) {
        if (key.type !== 'private') continue
        assert(!key.extractable, 'it is not extractable')
        await assert.rejects(crypto.subtle.exportKey('jwk', key))
      }
      await (await authorize(world, server, { dpop: dpop(), store }).connect()).callTool('echo', { text: 'x' })
      for (const [name, value] of values) if (keysIn([value]).length > 0) values.delete(name)
      const without = authorize(world, server, { dpop: dpop(), store })
      await assert.rejects(without.connect(), { code: 'authorization-required' })
      assert.match(await without.auth.signIn(visitor), { status: 'authorized', tokenType: 'dpop' })
      await without.connect()
    },
  },
]

/** All CryptoKeys in these values, at any depth. */
function keysIn(values: unknown[]): CryptoKey[] {
  return values.flatMap((value) => {
    if (value instanceof CryptoKey) return [value]
    return typeof value === 'object' && value !== null ? keysIn(Object.values(value)) : []
  })
}
