/** Signing in through a popup window. */
import assert from 'node:assert/strict'
import type { BrowserContext } from '../browsers/browser.ts'
import { type Case, waitUntilReady } from '../run-case.ts'
import { waitFor } from '../wait-for.ts'

export const popups: readonly Case[] = [
  {
    name: 'a popup opened in a click signs in, closes, and leaves nothing in storage',
    setup: { driver: 'popup', store: 'memory' },
    async run({ openApp, consentTabs, signInResults, browserContext, appServer }) {
      const app = await openApp()
      const before = (await browserContext.tabs()).length
      assert.deepEqual(
        await app.evaluate('app.call(1)'),
        ['sign-in-required'],
        'the call must ask for a sign-in without opening a window',
      )
      assert.equal((await browserContext.tabs()).length, before)
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      assert.equal(
        await consent!.evaluate('opener === null'),
        true,
        'the authorization server could navigate this page',
      )
      await consent!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      assert.deepEqual(await app.evaluate('app.call(2)'), [200, 200])
      await waitUntilClosed(browserContext)
      assert.deepEqual(await app.evaluate('app.dumpStorage()'), [])
      assert.deepEqual(appServer.violations, [])
    },
  },
  {
    name: 'a denied sign-in resolves with the status denied, and a second one can be allowed',
    setup: {},
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp()
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#deny')
      const [denied] = await signInResults(app)
      assert.equal(denied?.status?.status, 'denied', JSON.stringify(denied))
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#allow')
      const [, allowed] = await signInResults(app, 2)
      assert.equal(allowed?.status?.status, 'authorized', JSON.stringify(allowed))
    },
  },
  {
    name: 'a popup outside a click is blocked, and the error carries the authorization URL',
    setup: { auto: true },
    async run({ openApp, signInResults, appServer }) {
      const [result] = await signInResults(await openApp())
      assert.equal(result?.error?.reason, 'popup-blocked', JSON.stringify(result))
      const url = new URL(result.error.url ?? '')
      assert.equal(url.searchParams.get('redirect_uri'), `${appServer.origin}/callback`)
    },
  },
  {
    name: 'a blocked popup becomes a link that signs in',
    setup: { auto: true, link: true },
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp()
      await waitFor('the link is shown', () => app.evaluate("!document.querySelector('#link').hidden"))
      await app.click('#link')
      await (await consentTabs())[0]!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
    },
  },
  {
    name: 'a popup that is closed rejects the sign-in after the grace time, and a new sign-in works',
    setup: { grace: 500 },
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp()
      await app.click('#sign-in')
      await (await consentTabs())[0]!.close()
      const [result] = await signInResults(app)
      assert.equal(result?.error?.reason, 'popup-closed', JSON.stringify(result))
      assert.equal(await app.evaluate('app.observed.closed'), 1)
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#allow')
      const [, second] = await signInResults(app, 2)
      assert.equal(second?.status?.status, 'authorized', JSON.stringify(second))
    },
  },
  {
    name: 'a popup that Cross-Origin-Opener-Policy makes look closed still signs in',
    setup: { oauth: { consent: { coop: 'same-origin' } } },
    async run({ openApp, consentTabs, signInResults, browserContext }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      await waitFor('the window looks closed', () => app.evaluate('app.observed.closed > 0'))
      await consent!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      await waitUntilClosed(browserContext)
    },
  },
  {
    name: 'two sign-ins at once can end in reverse order, each with its own callback',
    setup: {},
    async run({ openApp, consentTabs, signInResults, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      await consentTabs()
      await app.click('#sign-in')
      const both = await consentTabs(2)
      const later = await app.evaluate<string>('app.auth.status.url')
      const urls = await Promise.all(both.map((tab) => tab.url()))
      const second = both[urls.indexOf(later)]
      assert.ok(second, `${later} is none of ${urls}`)
      await second.click('#allow')
      await signInResults(app, 1)
      await (await consentTabs())[0]!.click('#allow')
      const statuses = (await signInResults(app, 2)).map(({ status }) => status?.status)
      assert.deepEqual(statuses, ['authorized', 'authorized'])
      assert.equal((await tokenRequests('authorization_code')).length, 2)
    },
  },
  {
    name: 'an application in a frame of another site signs in when the popup keeps its opener',
    setup: { opener: true },
    async run({ browserContext, appServer, consentTabs, signInResults }) {
      // Another site, not only another port: browsers partition BroadcastChannel by site (Chromium not under Playwright).
      const outer = await browserContext.open(`${appServer.origin.replace('127.0.0.1', 'localhost')}/elsewhere`)
      const app = await outer.frame()
      await waitUntilReady(app)
      await app.click('#sign-in')
      await (await consentTabs())[0]!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
    },
  },
  {
    name: 'a page of another site cannot forge the message of the callback page',
    setup: { opener: true },
    async run({ openApp, consentTabs, signInResults }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      const forged = `'?code=evil&state=' + new URL(location.href).searchParams.get('state')`
      await consent!.evaluate(`void opener.postMessage({ 'mcp-auth': ${forged} }, '*')`)
      await consent!.evaluate(`void opener.postMessage(${forged}, '*')`)
      await consent!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
    },
  },
]

/** Waits until the popup is closed, by itself or by its opener. */
async function waitUntilClosed(browserContext: BrowserContext): Promise<void> {
  await waitFor('no tab shows the callback page', async () => {
    const urls = await Promise.all((await browserContext.tabs()).map((tab) => tab.url().catch(() => '')))
    return urls.every((url) => !url.includes('/callback'))
  })
}
