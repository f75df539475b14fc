/** Ways out of a view in three browsers: each reaches nothing, and each works as soon as its defense is left out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostileViewName, hostileView } from '../../../src/testing/index.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { type Attacks, click, clickUntilTried, createAttacks } from './attacking.ts'
import { browsers, type OpenedBrowser, openHost } from './host-tab.ts'
import { type Site, startSite, type Weakness } from './site.ts'
import { forgetful, looseSandbox, noPolicy, unlimited } from './weaknesses.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** The ways out, each with what holds it back. */
const waysOut: [HostileViewName, Weakness][] = [
  ['navigate', { noHeader: true }],
  ['refresh', { noHeader: true }],
  ['form', noPolicy],
  ['fetch', noPolicy],
  ['beacon', noPolicy],
  ['script', noPolicy],
  ['preload', noPolicy],
  ['css', noPolicy],
  ['websocket', noPolicy],
  ['top-link', looseSandbox],
]

const isSize = (message: unknown) => (message as { method?: string }).method === 'ui/notifications/size-changed'

describe.each(browsers)('in %s', (engine, start) => {
  let browser: OpenedBrowser
  let attacks: Attacks
  beforeAll(async () => {
    browser = await start()
    attacks = createAttacks(site, browser, engine)
  }, 60_000)
  afterAll(() => browser.close())

  const isolations = [
    ['opaque', () => site.proxy()],
    ['origin', () => site.proxy('{hash}')],
  ] as const

  describe.each(isolations)('%s views', (_isolation, proxy) => {
    test.for(waysOut)('do not get out by %s', async ([way, weakness]) => {
      const { weak, close } = await attacks.expectLeakOnlyIn(weakness, way, proxy())
      if (way === 'top-link') {
        // Its tab is used again.
        await waitFor('the page is gone', async () => (await weak.tab.url()).includes('/leak'))
      }
      await close()
    })

    test('do not get out by a refresh before their script', async () => {
      const run = async (kind: string, weakness: Weakness) => {
        const name = `static-refresh ${kind} ${crypto.randomUUID()}`
        const { url } = await site.server({ view: { html: hostileView('static-refresh', { leak: site.leak(name) }) } })
        const host = await openHost(browser, site.page(weakness))
        // The frame may have left before the view starts, so nobody waits for that.
        const request = { server: url, tool: 'view', proxy: proxy() + host.path }
        await host.tab.evaluate(`void appsPage.mount(${JSON.stringify(request)})`)
        return { host, name }
      }
      const defended = await run('held', {})
      await waitFor('the browser refuses it', async () => site.refused(site.leak(defended.name)))
      const weak = await run('free', { noHeader: true })
      await waitFor('it works without its defense', async () => site.leaked().includes(weak.name))
      expect(site.leaked()).not.toContain(defended.name)
      await Promise.all([defended.host.close(), weak.host.close()])
    })

    test('do not drown their host in messages', async () => {
      const processed = async (weakness: Weakness) => {
        const html = hostileView('flood', { leak: '' })
        const { events, app, close } = await attacks.show(html, proxy(), weakness)
        const sizes = async () => {
          const all = await events(app)
          return all.filter((event) => event.type === 'ignored' || (event.type === 'message' && isSize(event.message)))
        }
        const all = await waitFor('all messages have arrived', async () => {
          const arrived = await sizes()
          return arrived.length >= 10_000 && arrived
        })
        await close()
        return all.filter(({ type }) => type === 'message').length
      }
      expect(await processed(unlimited)).toBe(10_000)
      // The messages of a flood may arrive within several seconds.
      expect(await processed({})).toBeLessThan(9_000)
    })
  })

  test('no view opens a window', async () => {
    // In a browser of its own: windows stay open, and WebKit lets only its first tab open any.
    const own = await start()
    try {
      const alone = createAttacks(site, own, engine)
      const [held, free] = ['held', 'free'].map((kind) => `window-open ${kind} ${crypto.randomUUID()}`)
      const defended = await alone.attack('window-open', site.proxy(), { leak: site.leak(held!) })
      expect(site.leaked()).not.toContain(held)
      // Browsers open nothing without a click, and Firefox loses clicks of programs in frames of frames.
      if (engine === 'Firefox') return
      await clickUntilTried(defended)
      await defended.close()
      const weak = await alone.show(hostileView('window-open', { leak: site.leak(free!) }), site.proxy(), looseSandbox)
      await waitFor('it works without its defense', async () => {
        await click(weak)
        return site.leaked().includes(free!)
      })
      expect(site.leaked()).not.toContain(held)
    } finally {
      await own.close()
    }
  })

  describe('views with an origin', () => {
    const proxy = () => site.proxy('{hash}')

    test('gain nothing by scripting the proxy page', async () => {
      const { defended, close } = await attacks.expectLeakOnlyIn(noPolicy, 'script-parent', proxy())
      const seen = (await defended.logs(defended.app)).find(({ logger }) => logger === 'seen')
      expect(seen?.data).toBe('MCP App,SecurityError')
      await close()
    })

    test('do not send the proxy page to another site', async () => {
      const { weak, close } = await attacks.expectLeakOnlyIn({ noFrameSrc: true }, 'navigate-proxy', proxy())
      // Where only the policy of the page could have stopped it, the app at least ends there.
      await waitFor('the app is closed', async () => (await weak.closed(weak.app)) === 'navigated')
      expect(await weak.run('frames')).toBe(0)
      await close()
    })

    test('do not send the proxy page to a looser policy', async () => {
      const loose = (leak: string) => `?csp=${btoa(JSON.stringify({ connectDomains: [new URL(leak).origin] }))}`
      const { defended, close } = await attacks.expectLeakOnlyIn(forgetful, 'loosen-policy', proxy(), loose)
      await waitFor('the app is closed', async () => (await defended.closed(defended.app)) === 'navigated')
      expect(await defended.run('frames')).toBe(0)
      await close()
    })
  })
})
