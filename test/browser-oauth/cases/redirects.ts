/** Signing in by leaving the page. */
import assert from 'node:assert/strict'
import { type Case, isReady } from '../world.ts'

export const redirects: readonly Case[] = [
  {
    name: 'the page leaves, comes back signed in, and knows where the person was',
    setting: { driver: 'redirect', store: 'tab' },
    async run({ openApp, consents, endings }) {
      const app = await openApp('/items?item=7#part')
      await app.click('#sign-in')
      await (await consents())[0]!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      assert.equal(await app.evaluate('app.seen.returnTo'), '/items?item=7#part')
      assert.equal(await app.evaluate('location.pathname + location.search'), '/back', 'the code stayed in the address')
      assert.deepEqual(await app.evaluate('app.call(1)'), [200])
    },
  },
  {
    name: 'reloads in the middle and afterwards lose nothing',
    setting: { driver: 'redirect', store: 'tab' },
    async run({ openApp, consents, endings, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consents()
      await consent!.go(await consent!.url())
      await (await consents())[0]!.click('#allow')
      assert.equal((await endings(app))[0]?.status?.status, 'authorized')
      await app.go(await app.url())
      await isReady(app)
      assert.deepEqual(await app.evaluate('app.call(1)'), [200])
      assert.equal((await tokenRequests('authorization_code')).length, 1)
    },
  },
  {
    name: 'a flow that ends in another tab is finished there when the store is shared',
    setting: { driver: 'redirect', store: 'idb' },
    async run({ openApp, consents, endings }) {
      const app = await openApp('/first')
      await app.click('#sign-in')
      const [consent] = await consents()
      const back = await consent!.evaluate<string>("document.querySelector('#allow').href")
      const { pathname, search } = new URL(back)
      const other = await openApp(pathname + search)
      const [ending] = await endings(other)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      assert.equal(await other.evaluate('app.seen.returnTo'), '/first')
    },
  },
  {
    name: 'a window outlives the reload of its page, keeps the code to itself, and the next sign-in works',
    setting: { driver: 'popup', store: 'tab' },
    async run({ openApp, consents, endings, visit }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consents()
      await app.go(await app.url())
      await isReady(app)
      await consent!.click('#allow')
      // Nobody hears it, so it stays.
      await app.click('#sign-in')
      await (await consents())[0]!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      for (const tab of await visit.tabs()) assert.doesNotMatch(await tab.url().catch(() => ''), /code=/)
    },
  },
]
