/** What a case works with: a person's browser, the application on an origin of its own, and a protected MCP server. */

import { type Act, createControl, type JournalEntry, type OAuthConfig } from '../../src/testing/index.ts'
import type { Ending } from './app/page.ts'
import type { Settings } from './app/settings.ts'
import type { Browser, Tab, View, Visit } from './browsers/browser.ts'
import { type Scripts, type Site, startSite } from './site.ts'
import { until } from './until.ts'

export interface Setting extends Partial<Omit<Settings, 'server'>> {
  /** How the server is protected. @default a page on which the person decides */
  oauth?: OAuthConfig
}

export interface World {
  site: Site
  visit: Visit
  /** The application, ready. */
  openApp(path?: string): Promise<Tab>
  /** Tabs at the authorization server, once there are so many. */
  consents(count?: number): Promise<Tab[]>
  /** How the sign-ins of this page ended, once there are so many endings. */
  endings(view: View, count?: number): Promise<Ending[]>
  /** Token requests with this grant type. */
  tokenRequests(grantType: string): Promise<JournalEntry[]>
  act(act: Act): Promise<void>
}

export interface Case {
  /** A promise. */
  name: string
  setting: Setting
  run(world: World): Promise<void>
}

export interface Place {
  browser: Browser
  urls: { url: string; controlUrl: string }
  scripts: Scripts
}

/** Runs a case in a world that ends with it. */
export async function runCase({ setting, run }: Case, { browser, urls, scripts }: Place): Promise<void> {
  const realm = createControl(urls, `browser-oauth-${crypto.randomUUID()}`)
  const { oauth = { consent: {} }, ...settings } = setting
  // Another site than the application's, not only another port.
  const server = realm.url.replace('127.0.0.1', 'localhost')
  await realm.configure({ oauth })
  const site = await startSite(scripts, { driver: 'popup', store: 'memory', ...settings, server })
  try {
    const visit = await browser.visit()
    try {
      await run(createWorld(site, visit, realm))
      if (site.complaints.length > 0) throw new Error(`complaints: ${site.complaints.join('\n')}`)
    } finally {
      await visit.close()
    }
  } finally {
    site.close()
    await realm.dispose()
  }
}

function createWorld(site: Site, visit: Visit, realm: ReturnType<typeof createControl>): World {
  return {
    site,
    visit,
    async openApp(path = '/') {
      const tab = await visit.open(site.origin + path)
      await isReady(tab)
      return tab
    },
    consents: (count = 1) => tabsAt('/oauth/authorize', count),
    endings: (view, count = 1) =>
      until(`${count} sign-ins have ended`, async () => {
        const endings = await view.evaluate<Ending[] | undefined>('globalThis.app?.endings').catch(() => undefined)
        return endings && endings.length >= count && endings
      }),
    async tokenRequests(grantType) {
      const entries = await realm.journal()
      return entries.filter(({ body }) => new URLSearchParams(String(body)).get('grant_type') === grantType)
    },
    act: (act) => realm.act(act),
  }

  function tabsAt(path: string, count: number): Promise<Tab[]> {
    return until(`${count} tabs are at ${path}`, async () => {
      const found: Tab[] = []
      for (const tab of await visit.tabs()) {
        // One that is just closing has no address.
        const url = await tab.url().catch(() => '')
        if (
          url.includes(path) &&
          (await tab.evaluate<boolean>("!!document.querySelector('#allow')").catch(() => false))
        )
          found.push(tab)
      }
      return found.length >= count && found
    })
  }
}

/** The application has loaded, and has finished what it was to finish. */
export async function isReady(view: View): Promise<void> {
  await until('the application is ready', () =>
    view.evaluate<boolean>("document.body?.dataset.ready === 'yes'").catch(() => false),
  )
}
