/** Signing in through a window: with and without what gets in its way. */
import assert from 'node:assert/strict'
import type { Visit } from '../browsers/browser.ts'
import { until } from '../until.ts'
import { type Case, isReady } from '../world.ts'

export const popups: readonly Case[] = [
  {
    name: 'a window opened in a click signs in, closes, and leaves nothing in any storage',
    setting: { driver: 'popup', store: 'memory' },
    async run({ openApp, consents, endings, visit, site }) {
      const app = await openApp()
      const before = (await visit.tabs()).length
      assert.deepEqual(await app.evaluate('app.call(1)'), ['first'], 'a person is needed, and nothing is opened')
      assert.equal((await visit.tabs()).length, before)
      await app.click('#sign-in')
      const [consent] = await consents()
      assert.equal(await consent!.evaluate('opener === null'), true, 'the other site could steer this page')
      await consent!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      assert.deepEqual(await app.evaluate('app.call(2)'), [200, 200])
      await isClosed(visit)
      assert.deepEqual(await app.evaluate('app.dumpStorage()'), [])
      assert.deepEqual(site.complaints, [])
    },
  },
  {
    name: 'a person who denies is a value, and a second sign-in can allow',
    setting: {},
    async run({ openApp, consents, endings }) {
      const app = await openApp()
      await app.click('#sign-in')
      await (await consents())[0]!.click('#deny')
      const [denied] = await endings(app)
      assert.equal(denied?.status?.status, 'denied', JSON.stringify(denied))
      await app.click('#sign-in')
      await (await consents())[0]!.click('#allow')
      const [, allowed] = await endings(app, 2)
      assert.equal(allowed?.status?.status, 'authorized', JSON.stringify(allowed))
    },
  },
  {
    name: 'a window outside a click is blocked, and the error carries the address',
    setting: { auto: true },
    async run({ openApp, endings, site }) {
      const [ending] = await endings(await openApp())
      assert.equal(ending?.error?.reason, 'popup_blocked', JSON.stringify(ending))
      const url = new URL(ending.error.url ?? '')
      assert.equal(url.searchParams.get('redirect_uri'), `${site.origin}/callback`)
    },
  },
  {
    name: 'a blocked window becomes a link that signs in',
    setting: { auto: true, link: true },
    async run({ openApp, consents, endings }) {
      const app = await openApp()
      await until('the link is shown', () => app.evaluate("!document.querySelector('#link').hidden"))
      await app.click('#link')
      await (await consents())[0]!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
    },
  },
  {
    name: 'a window that the person closes ends the sign-in after the grace, and a new one works',
    setting: { grace: 500 },
    async run({ openApp, consents, endings }) {
      const app = await openApp()
      await app.click('#sign-in')
      await (await consents())[0]!.close()
      const [ending] = await endings(app)
      assert.equal(ending?.error?.reason, 'popup_closed', JSON.stringify(ending))
      assert.equal(await app.evaluate('app.seen.closed'), 1)
      await app.click('#sign-in')
      await (await consents())[0]!.click('#allow')
      const [, second] = await endings(app, 2)
      assert.equal(second?.status?.status, 'authorized', JSON.stringify(second))
    },
  },
  {
    name: 'a window that Cross-Origin-Opener-Policy hides reads as closed, and still signs in',
    setting: { oauth: { consent: { coop: 'same-origin' } } },
    async run({ openApp, consents, endings, visit }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consents()
      await until('the window reads as closed', () => app.evaluate('app.seen.closed > 0'))
      await consent!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      await isClosed(visit)
    },
  },
  {
    name: 'two sign-ins at once end in reverse order, each with its own answer',
    setting: {},
    async run({ openApp, consents, endings, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      await consents()
      await app.click('#sign-in')
      const both = await consents(2)
      const later = await app.evaluate<string>('app.auth.status.url')
      const urls = await Promise.all(both.map((tab) => tab.url()))
      const second = both[urls.indexOf(later)]
      assert.ok(second, `${later} is none of ${urls}`)
      await second.click('#allow')
      await endings(app, 1)
      await (await consents())[0]!.click('#allow')
      const statuses = (await endings(app, 2)).map(({ status }) => status?.status)
      assert.deepEqual(statuses, ['authorized', 'authorized'])
      assert.equal((await tokenRequests('authorization_code')).length, 2)
    },
  },
  {
    name: 'an application in a frame of another site signs in when it leaves the window its opener',
    setting: { opener: true },
    async run({ visit, site, consents, endings }) {
      // Another site, not only another port: there browsers keep channels apart (Chromium only outside Playwright).
      const outer = await visit.open(`${site.origin.replace('127.0.0.1', 'localhost')}/elsewhere`)
      const app = await outer.frame()
      await isReady(app)
      await app.click('#sign-in')
      await (await consents())[0]!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
    },
  },
  {
    name: 'a page of another site cannot answer for the callback page',
    setting: { opener: true },
    async run({ openApp, consents, endings }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consents()
      const forged = `'?code=evil&state=' + new URL(location.href).searchParams.get('state')`
      await consent!.evaluate(`void opener.postMessage({ 'mcp-auth': ${forged} }, '*')`)
      await consent!.evaluate(`void opener.postMessage(${forged}, '*')`)
      await consent!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
    },
  },
]

/** The window is gone, whoever closed it. */
async function isClosed(visit: Visit): Promise<void> {
  await until('no tab shows the callback page', async () => {
    const urls = await Promise.all((await visit.tabs()).map((tab) => tab.url().catch(() => '')))
    return urls.every((url) => !url.includes('/callback'))
  })
}
