/** Shows hostile views, with and without a defense. */
import { expect } from 'vitest'
import { type HostileTarget, type HostileViewName, hostileView } from '../../../src/testing/index.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import { type HostTab, type OpenedBrowser, openHost } from './host-tab.ts'
import type { Site, Weakness } from './site.ts'

/** A blocked navigation may replace the window of the view, and what it said last is dropped with it. */
const leaving: readonly HostileViewName[] = ['navigate', 'refresh', 'navigate-proxy', 'loosen-policy']

export interface Shown extends HostTab {
  app: number
  /** Why the view is not shown. */
  error?: string | undefined
}

export interface Attacks {
  show(html: string, proxy: string, weakness?: Weakness): Promise<Shown>
  attack(name: HostileViewName, proxy: string, target?: HostileTarget): Promise<Shown>
  expectLeakOnlyIn(
    weakness: Weakness,
    name: HostileViewName,
    proxy: string,
    extraFor?: (leak: string) => string,
  ): Promise<{ defended: Shown; weak: Shown; close(): Promise<unknown> }>
}

export function createAttacks(site: Site, browser: OpenedBrowser, engine: string): Attacks {
  return { show, attack, expectLeakOnlyIn }

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
  async function attack(name: HostileViewName, proxy: string, target: HostileTarget = { leak: '' }) {
    const host = await show(hostileView(name, target), proxy)
    expect(host.error).toBeUndefined()
    const last = leaving.includes(name) ? ['trying', 'tried'] : ['tried']
    const hasTried = async () => (await host.logs(host.app)).some(({ data }) => last.includes(data as string))
    await waitFor('the view has tried', async () => (await hasTried()) || (await host.closed(host.app)) !== undefined)
    return host
  }

  /** What leaks without the defense leaks later than anything that the first view could have leaked. */
  async function expectLeakOnlyIn(
    weakness: Weakness,
    name: HostileViewName,
    proxy: string,
    extraFor = (_: string) => '',
  ) {
    const [held, free] = ['held', 'free'].map((kind) => `${name} ${kind} ${crypto.randomUUID()}`) as [string, string]
    const [forbidden, reached] = [site.leak(held), site.leak(free)] as [string, string]
    const defended = await attack(name, proxy, { leak: forbidden, extra: extraFor(forbidden) })
    if (leaving.includes(name)) {
      const isOver = async () => site.refused(forbidden) || (await defended.closed(defended.app)) !== undefined
      await waitFor('the browser refuses it, or the app ends', isOver)
    }
    // WebKit holds back what nobody clicked for.
    const isClicked = name === 'top-link' && engine === 'WebKit'
    if (isClicked) await clickUntilTried(defended)
    const weak = await show(hostileView(name, { leak: reached, extra: extraFor(reached) }), proxy, weakness)
    await waitFor(`${name} works without its defense`, async () => {
      // The view may be gone before the click.
      if (isClicked) await click(weak).catch(() => {})
      return site.leaked().includes(free)
    })
    expect(site.leaked()).not.toContain(held)
    return { defended, weak, close: () => Promise.all([defended.close(), weak.close()]) }
  }
}

/** The frame of the view covers its proxy page. */
export async function click({ tab }: HostTab): Promise<void> {
  await (await tab.frame()).click('iframe')
}

/** The view attacks once more at a click. A frame that was not painted yet may miss the first one. */
export async function clickUntilTried(shown: Shown): Promise<void> {
  await waitFor('the view has tried again', async () => {
    await click(shown)
    return (await shown.logs(shown.app)).some(({ data }) => data === 'clicked')
  })
}
