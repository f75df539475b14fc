/** Attacks of views in three browsers: each reaches nothing, and each works as soon as its defense is left out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import { type HostileViewName, hostileView } from '../../../src/testing/index.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { browsers, type HostTab, type OpenedBrowser, openHost } from './host-tab.ts'
import { type Site, startSite, type Weakness } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Without the policy before the view's HTML. */
const noMeta = { file: 'proxy/page.ts', search: 'html=head+html', replace: '' }

const noPolicy: Weakness = { noHeader: true, proxy: [noMeta] }

/** Frames that may navigate the page around them. */
const allowing = 'allow-scripts allow-same-origin allow-forms allow-top-navigation'
const looseSandbox: Weakness = {
  host: [
    {
      file: 'open-app.ts',
      search: "PROXY_SANDBOX = 'allow-scripts allow-same-origin allow-forms'",
      replace: `PROXY_SANDBOX = '${allowing}'`,
    },
    {
      file: 'open-app.ts',
      search: "? PROXY_SANDBOX : 'allow-scripts allow-forms'",
      replace: `? PROXY_SANDBOX : '${allowing.replace(' allow-same-origin', '')}'`,
    },
  ],
  proxy: [
    {
      file: 'proxy/page.ts',
      search: '["allow-scripts","allow-forms","allow-same-origin"].filter(f=>sandbox.split(" ").includes(f))',
      replace: 'sandbox.split(" ")',
    },
  ],
}

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

/** Views of all servers on one origin, as most hosts have them. */
const sharedOrigin: Weakness = {
  host: [
    { file: 'place.ts', search: "isolation ?? (isOwn ? 'origin' : 'opaque')", replace: "'origin' as string" },
    { file: 'place.ts', search: 'if (!isOwn) throw', replace: 'if (false) throw' },
    { file: 'place.ts', search: '(servers.get(origin) ?? id) !== id', replace: 'false' },
  ],
}

/** The proxy page takes the word of a view for that of its host. */
const credulousProxy: Weakness = {
  proxy: [
    { file: 'proxy/page.ts', search: 'if(source===parent&&from===host){', replace: 'if(source===parent||own(data)){' },
    { file: 'proxy/page.ts', search: '&&!view)show', replace: ')show' },
  ],
}

/** The host listens to every window. */
const credulousHost: Weakness = {
  host: [
    {
      file: 'bridge.ts',
      search: 'source === null || source !== frame.contentWindow || sender !== origin',
      replace: 'false',
    },
  ],
}

/** The host gives the view to whatever page its frame shows, and the proxy page answers whatever page it is in. */
const forgetful: Weakness = {
  proxy: [{ file: 'proxy/page.ts', search: '.find(h=>document.referrer.startsWith(h+"/"))', replace: '[0]' }],
  host: [
    { file: 'open-app.ts', search: 'if (isLoaded) return', replace: 'if (false) return' },
    {
      file: 'open-app.ts',
      search: "name === 'sandbox-proxy-ready' && !isReady",
      replace: "name === 'sandbox-proxy-ready'",
    },
    { file: 'open-app.ts', search: ' || state) return', replace: ') return' },
  ],
}

const unlimited: Weakness = {
  host: [{ file: 'bridge.ts', search: 'const MAX_RATE = 500', replace: 'const MAX_RATE = 1e9' }],
}

const isSize = (message: unknown) => (message as { method?: string }).method === 'ui/notifications/size-changed'

describe.each(browsers)('in %s', (engine, start) => {
  let browser: OpenedBrowser
  beforeAll(async () => {
    browser = await start()
  }, 60_000)
  afterAll(() => browser.close())

  const isolations = [
    ['opaque', () => site.proxy()],
    ['origin', () => site.proxy('{hash}')],
  ] as const

  async function show(html: string, proxy: string, weakness: Weakness = {}) {
    const { url } = await site.server({ view: { html } })
    const host = await openHost(browser, site.page(weakness))
    const mounting = host.mount({ server: url, tool: 'view', proxy: proxy + host.path })
    // Without its defense, the page may be gone before it can say that the view was shown.
    const { app, error } = await mounting.catch((reason) => {
      if (Object.keys(weakness).length === 0) throw reason
      return { app: -1, error: 'the page is gone' }
    })
    return { ...host, app, error }
  }

  /** Shows a view that attacks, and waits until it has, or was closed for it. */
  async function attack(html: string, proxy: string) {
    const host = await show(html, proxy)
    // The frame may have left before the host heard that the view had started.
    expect([undefined, 'navigated']).toContain(host.error)
    if (host.error) return host
    const hasTried = async () => (await host.logs(host.app)).some(({ data }) => data === 'tried')
    await waitFor('the view has tried', async () => (await hasTried()) || (await host.closed(host.app)) !== undefined)
    return host
  }

  /** What leaks without the defense leaks later than anything that the first view could have leaked. */
  async function expectLeakOnlyIn(weakness: Weakness, name: HostileViewName, proxy: string, extra?: string) {
    const [held, free] = ['held', 'free'].map((kind) => `${name} ${kind} ${crypto.randomUUID()}`) as [string, string]
    const defended = await attack(hostileView(name, { leak: site.leak(held), extra }), proxy)
    const weak = await show(hostileView(name, { leak: site.leak(free), extra }), proxy, weakness)
    await waitFor(`${name} works without its defense`, async () => site.leaked().includes(free))
    expect(site.leaked()).not.toContain(held)
    return { defended, weak, close: () => Promise.all([defended.close(), weak.close()]) }
  }

  describe.each(isolations)('%s views', (isolation, proxy) => {
    // WebKit takes a link to the page around it only from a person, also without the defense.
    const ways = waysOut.filter(([way]) => engine !== 'WebKit' || way !== 'top-link')

    test.for(ways)('do not get out by %s', async ([way, weakness]) => {
      const { weak, close } = await expectLeakOnlyIn(weakness, way, proxy())
      if (way === 'top-link') {
        // Its tab is used again.
        await waitFor('the page is gone', async () => (await weak.tab.url()).includes('/leak'))
      }
      await close()
    })

    test('do not read the views of other servers, nor what these stored', async () => {
      const secret = `secret of ${isolation}`
      const html = viewPage(`try { localStorage.secret = '${secret}' } catch {}; start().then(settled)`, secret)
      const victim = await site.server({ view: { html } })
      const thief = await site.server({ view: { html: hostileView('read-others', { leak: '' }) } })
      const read = async (weakness: Weakness) => {
        const host = await openHost(browser, site.page(weakness))
        const place = proxy() + host.path
        expect((await host.mount({ server: victim.url, tool: 'view', proxy: place })).error).toBeUndefined()
        const { app } = await host.mount({ server: thief.url, tool: 'view', proxy: place })
        const found = async () => (await host.logs(app)).find(({ logger }) => logger === 'found')?.data as string
        const text = await waitFor('the view has tried', found)
        await host.close()
        return text
      }
      expect(await read({})).not.toContain(secret)
      if (isolation === 'opaque') expect(await read(sharedOrigin)).toContain(secret)
    })

    test('do not answer for others, and do not stop their host by that', async () => {
      const { events, app, run, closed, close } = await attack(hostileView('answer-others', { leak: '' }), proxy())
      expect((await events(app)).filter(({ type }) => type === 'ignored')).toHaveLength(50)
      await run('call', app, 'close', 'done')
      expect(await closed(app)).toBe('done')
      await close()
    })

    test('do not drown their host in messages', async () => {
      const processed = async (weakness: Weakness) => {
        const { events, app, close } = await show(hostileView('flood', { leak: '' }), proxy(), weakness)
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

  describe('opaque views', () => {
    test('do not give themselves another frame', async () => {
      const html = hostileView('forge-resource', { leak: '' })
      const isForged = async ({ logs, app }: { logs: HostTab['logs']; app: number }) =>
        (await logs(app)).some(({ logger }) => logger === 'forged')
      const held = await attack(html, site.proxy())
      const free = await show(html, site.proxy(), credulousProxy)
      await waitFor('it works without the defense', () => isForged(free))
      expect(await isForged(held)).toBe(false)
      await Promise.all([held.close(), free.close()])
    })

    test('do not speak past their proxy', async () => {
      const html = hostileView('impersonate', { leak: '' })
      const held = await attack(html, site.proxy())
      const free = await show(html, site.proxy(), credulousHost)
      await waitFor('it works without the defense', async () => (await free.asked(free.app)).length > 0)
      expect(await held.asked(held.app)).toEqual([])
      await Promise.all([held.close(), free.close()])
    })
  })

  describe('views with an origin', () => {
    const proxy = () => site.proxy('{hash}')

    test('gain nothing by scripting the proxy page', async () => {
      const { defended, close } = await expectLeakOnlyIn(noPolicy, 'script-parent', proxy())
      const seen = (await defended.logs(defended.app)).find(({ logger }) => logger === 'seen')
      expect(seen?.data).toBe('MCP App,SecurityError')
      await close()
    })

    test('do not send the proxy page to another site', async () => {
      const { weak, close } = await expectLeakOnlyIn({ noFrameSrc: true }, 'navigate-proxy', proxy())
      // Where only the policy of the page could have stopped it, the app at least ends there.
      await waitFor('the app is closed', async () => (await weak.closed(weak.app)) === 'navigated')
      expect(await weak.run('frames')).toBe(0)
      await close()
    })

    test('do not send the proxy page to a looser policy', async () => {
      const loose = `?csp=${btoa(JSON.stringify({ connectDomains: [new URL(site.leak('')).origin] }))}`
      const { defended, close } = await expectLeakOnlyIn(forgetful, 'loosen-policy', proxy(), loose)
      await waitFor('the app is closed', async () => (await defended.closed(defended.app)) === 'navigated')
      expect(await defended.run('frames')).toBe(0)
      await close()
    })
  })
})
