/** The callback page, when what comes is meant to hurt. */
import assert from 'node:assert/strict'
import { until } from '../until.ts'
import type { Case } from '../world.ts'

const markup = `"><img src=x onerror="document.title='hurt'"><script>document.title='hurt'</script>javascript:void(document.title='hurt')`
const hostile = new URLSearchParams(
  Object.fromEntries(
    ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', markup].map((name) => [name, markup]),
  ),
)

export const callbackPage: readonly Case[] = [
  {
    name: 'hostile parameters change nothing in the page, violate no policy, and are gone from the address',
    setting: {},
    async run({ visit, site }) {
      const clean = await visit.open(`${site.origin}/callback`)
      const expected = await clean.evaluate('document.documentElement.outerHTML')
      const page = await visit.open(`${site.origin}/callback?${hostile}#${markup}`)
      await until('the parameters are gone', () => page.evaluate("location.search === '' && location.hash === ''"))
      assert.equal(await page.evaluate('document.documentElement.outerHTML'), expected)
      assert.equal(await page.evaluate('document.title'), 'app')
      assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
      assert.equal(await page.evaluate('history.length'), await clean.evaluate('history.length'))
    },
  },
  {
    name: 'a forged callback disturbs no sign-in that is under way',
    setting: {},
    async run({ openApp, consents, endings, visit, site, tokenRequests }) {
      const app = await openApp()
      await app.click('#sign-in')
      const [consent] = await consents()
      for (const query of [hostile, 'code=evil', 'code=evil&state=forged']) {
        const forged = await visit.open(`${site.origin}/callback?${query}`)
        await until('it was delivered', () => forged.evaluate("location.search === ''"))
      }
      await consent!.click('#allow')
      const [ending] = await endings(app)
      assert.equal(ending?.status?.status, 'authorized', JSON.stringify(ending))
      assert.equal((await tokenRequests('authorization_code')).length, 1)
    },
  },
]
