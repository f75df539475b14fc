/** Attacks of views on their host's messages and on other views: each gains nothing, but does without its defense. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import { hostileView } from '../../../src/testing/index.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { type Attacks, createAttacks, type Shown } from './attacking.ts'
import { browsers, type OpenedBrowser, openHost } from './host-tab.ts'
import { type Site, startSite, type Weakness } from './site.ts'
import { credulousHost, credulousProxy, sharedOrigin } from './weaknesses.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

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

  /** Two views of two servers on one page. The second is shown when `between` is done. */
  async function showBoth(victim: string, attacker: string, place: string, weakness: Weakness, between?: string) {
    const [first, second] = [
      await site.server({ view: { html: victim } }),
      await site.server({ view: { html: attacker } }),
    ]
    const host = await openHost(browser, site.page(weakness))
    const proxy = place.replace('{path}', host.path)
    const shown = await host.mount({ server: first.url, tool: 'view', proxy, options: { teardownTimeout: 100_000 } })
    if (between) await host.tab.evaluate(between)
    const { app, error } = await host.mount({ server: second.url, tool: 'view', proxy })
    expect([shown.error, error]).toEqual([undefined, undefined])
    return { ...host, victim: shown.app, app }
  }

  const hasTried = async ({ logs }: Pick<Shown, 'logs'>, app: number) =>
    (await logs(app)).some(({ data }) => data === 'tried')

  describe.each(isolations)('%s views', (isolation, proxy) => {
    test('do not read the views of other servers, nor what these stored', async () => {
      const secret = `secret of ${isolation}`
      const html = viewPage(`try { localStorage.secret = '${secret}' } catch {}; start().then(settled)`, secret)
      const read = async (place: string, weakness: Weakness = {}) => {
        const host = await showBoth(html, hostileView('read-others', { leak: '' }), place, weakness)
        const found = async () => (await host.logs(host.app)).find(({ logger }) => logger === 'found')?.data as string
        const text = await waitFor('the view has tried', found)
        await host.close()
        return text
      }
      expect(await read(`${proxy()}{path}`)).not.toContain(secret)
      // All servers on one origin, as most hosts have them.
      const shared = isolation === 'opaque' ? `${proxy()}{path}` : `${site.proxy('all')}{path}?{hash}`
      expect(await read(shared, sharedOrigin)).toContain(secret)
    })

    test('do not answer what another view was asked', async () => {
      const victim = viewPage(`on('ui/resource-teardown', () => new Promise(() => {})); start().then(settled)`)
      const attacker = hostileView('answer-others', { leak: '' })
      // The other view is being closed, so it was asked for something. It does not answer.
      const closing = `void appsPage.call(0, 'close', 'answered')`
      const place = `${proxy()}{path}`
      const free = await showBoth(victim, attacker, place, credulousHost, closing)
      await waitFor('it works without the defense', async () => (await free.closed(free.victim)) === 'answered')
      await free.close()
      const held = await showBoth(victim, attacker, place, {}, closing)
      await waitFor('the view has tried', () => hasTried(held, held.app))
      expect(await held.closed(held.victim)).toBeUndefined()
      expect((await held.events(held.app)).filter(({ type }) => type === 'ignored')).toHaveLength(50)
      await held.run('call', held.app, 'close', 'done')
      expect(await held.closed(held.app)).toBe('done')
      await held.close()
    })
  })

  describe('opaque views', () => {
    test('do not give themselves another frame', async () => {
      const isForged = async ({ logs, app }: Shown) => (await logs(app)).some(({ logger }) => logger === 'forged')
      const held = await attacks.attack('forge-resource', site.proxy())
      const free = await attacks.show(hostileView('forge-resource', { leak: '' }), site.proxy(), credulousProxy)
      await waitFor('it works without the defense', () => isForged(free))
      expect(await isForged(held)).toBe(false)
      await Promise.all([held.close(), free.close()])
    })

    test('do not speak past their proxy', async () => {
      const held = await attacks.attack('impersonate', site.proxy())
      const free = await attacks.show(hostileView('impersonate', { leak: '' }), site.proxy(), credulousHost)
      await waitFor('it works without the defense', async () => (await free.asked(free.app)).length > 0)
      expect(await held.asked(held.app)).toEqual([])
      await Promise.all([held.close(), free.close()])
    })
  })
})
