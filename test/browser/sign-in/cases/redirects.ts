/** Signing in by redirecting the page. */
import assert from 'node:assert/strict'
import { type Case, waitUntilReady } from '../run-case.ts'

export const redirects: readonly Case[] = [
  {
    name: 'the page returns signed in, with the path it was at before',
    setup: { driver: 'redirect', store: 'tab' },
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp('/items?item=7#part')
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      assert.equal(await app.evaluate('app.observed.returnTo'), '/items?item=7#part')
      assert.equal(await app.evaluate('location.pathname + location.search'), '/back', 'the code stayed in the URL')
      assert.deepEqual(await app.evaluate('app.call(1)'), [200])
    },
  },
  {
    name: 'reloads during and after the sign-in do not break it',
    setup: { driver: 'redirect', store: 'tab' },
    async run({ openApp, consentTabs, signInResults, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      await consent!.go(await consent!.url())
      await (await consentTabs())[0]!.click('#allow')
      assert.equal((await signInResults(app))[0]?.status?.status, 'authorized')
      await app.go(await app.url())
      await waitUntilReady(app)
      assert.deepEqual(await app.evaluate('app.call(1)'), [200])
      assert.equal((await tokenRequests('authorization_code')).length, 1)
    },
  },
  {
    name: 'a redirect that returns to another tab completes there when the store is shared',
    setup: { driver: 'redirect', store: 'idb' },
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp('/first')
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      const back = await consent!.evaluate<string>("document.querySelector('#allow').href")
      const { pathname, search } = new URL(back)
      const other = await openApp(pathname + search)
      const [result] = await signInResults(other)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      assert.equal(await other.evaluate('app.observed.returnTo'), '/first')
    },
  },
  {
    name: 'a popup whose opener was reloaded does not leak the code, and the next sign-in works',
    setup: { driver: 'popup', store: 'tab' },
    async run({ openApp, consentTabs, signInResults, browserContext }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      await app.go(await app.url())
      await waitUntilReady(app)
      await consent!.click('#allow')
      // No page receives the callback, so the popup stays open.
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      for (const tab of await browserContext.tabs()) assert.doesNotMatch(await tab.url().catch(() => ''), /code=/)
    },
  },
]
