/** The callback page with hostile or forged parameters. */
import assert from 'node:assert/strict'
import type { Case } from '../run-case.ts'
import { waitFor } from '../wait-for.ts'

const markup = `"><img src=x onerror="document.title='attacked'"><script>document.title='attacked'</script>javascript:void(document.title='attacked')`
const hostile = new URLSearchParams(
  Object.fromEntries(
    ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', markup].map((name) => [name, markup]),
  ),
)

export const callbackPage: readonly Case[] = [
  {
    name: 'hostile parameters do not change the page or violate its policy, and are removed from the URL',
    setup: {},
    async run({ browserContext, appServer }) {
      const clean = await browserContext.open(`${appServer.origin}/callback`)
      const expected = await clean.evaluate('document.documentElement.outerHTML')
      const page = await browserContext.open(`${appServer.origin}/callback?${hostile}#${markup}`)
      await waitFor('the parameters are removed', () => page.evaluate("location.search === '' && location.hash === ''"))
      assert.equal(await page.evaluate('document.documentElement.outerHTML'), expected)
      assert.equal(await page.evaluate('document.title'), 'app')
      assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
      assert.equal(await page.evaluate('history.length'), await clean.evaluate('history.length'))
    },
  },
  {
    name: 'a forged callback does not disturb a pending sign-in',
    setup: {},
    async run({ openApp, consentTabs, signInResults, browserContext, appServer, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consentTabs()
      for (const query of [hostile, 'code=evil', 'code=evil&state=forged']) {
        const forged = await browserContext.open(`${appServer.origin}/callback?${query}`)
        await waitFor('the callback was sent', () => forged.evaluate("location.search === ''"))
      }
      await consent!.click('#allow')
      const [result] = await signInResults(app)
      assert.equal(result?.status?.status, 'authorized', JSON.stringify(result))
      assert.equal((await tokenRequests('authorization_code')).length, 1)
    },
  },
]
