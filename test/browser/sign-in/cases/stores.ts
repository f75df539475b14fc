/** The stores: sharing tokens between tabs, and keeping keys. */
import assert from 'node:assert/strict'
import { type Case, type CaseContext, waitUntilReady } from '../run-case.ts'

/** Expires the token, then sends ten requests at once from each of two tabs; gives the number of refreshes. */
async function expireTokenOfTwoTabs({
  openApp,
  consentTabs,
  signInResults,
  act,
  tokenRequests,
}: CaseContext): Promise<number> {
  const first = await openApp()
  await first.click('#sign-in')
  await (await consentTabs())[0]!.click('#allow')
  assert.equal((await signInResults(first))[0]?.status?.status, 'authorized')
  const tabs = [first, await openApp()]
  const call = async (times: number) => {
    const answers = await Promise.all(tabs.map((tab) => tab.evaluate<number[]>(`app.call(${times})`)))
    assert.deepEqual(answers.flat(), Array(2 * times).fill(200))
  }
  await call(1)
  await act({ expireTokens: true })
  await call(10)
  const refreshes = (await tokenRequests('refresh_token')).length
  await call(1)
  return refreshes
}

export const stores: readonly Case[] = [
  {
    name: 'two tabs that share IndexedDB refresh once',
    setup: { store: 'idb' },
    run: async (context) => assert.equal(await expireTokenOfTwoTabs(context), 1),
  },
  {
    name: 'two tabs that share localStorage get all their responses, with at most one refresh per tab',
    setup: { store: 'local' },
    async run(context) {
      const refreshes = await expireTokenOfTwoTabs(context)
      assert.ok(refreshes === 1 || refreshes === 2, `${refreshes} refreshes`)
    },
  },
  {
    name: 'a non-extractable key survives a reload in IndexedDB',
    setup: { store: 'idb' },
    async run({ openApp }) {
      const app = await openApp()
      const make = `crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])`
      await app.evaluate(`${make}.then((pair) => app.store.set('key', pair)).then(Boolean)`)
      await app.go(await app.url())
      await waitUntilReady(app)
      const use = `crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, new Uint8Array(1))`
      assert.equal(
        await app.evaluate(
          `app.store.get('key').then(({ privateKey }) => ${use}).then(({ byteLength }) => byteLength)`,
        ),
        64,
      )
      const read = `crypto.subtle.exportKey('jwk', privateKey)`
      assert.equal(
        await app.evaluate(
          `app.store.get('key').then(({ privateKey }) => ${read}).then(() => 'read', () => 'refused')`,
        ),
        'refused',
      )
    },
  },
  {
    name: 'a write with an outdated expected value changes nothing, in IndexedDB too',
    setup: { store: 'idb' },
    async run({ openApp }) {
      const app = await openApp()
      const tries = ['null', '{ n: 0 }', '{ n: 1 }', 'undefined']
      const script = tries.map((expected, n) => `await app.store.set('k', { n: ${n} }, ${expected})`).join(', ')
      assert.deepEqual(await app.evaluate(`(async () => [${script}])()`), [true, true, true, true])
      assert.deepEqual(
        await app.evaluate(
          `(async () => [await app.store.set('k', 1, null), await app.store.delete('k', { n: 2 }), await app.store.get('k')])()`,
        ),
        [false, false, { n: 3 }],
      )
      const race = `Promise.all(Array.from({ length: 10 }, (_, n) => app.store.set('race', n, null)))`
      assert.equal((await app.evaluate<boolean[]>(race)).filter(Boolean).length, 1)
    },
  },
]
