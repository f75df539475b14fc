/** Runs one case with a browser context, the application on its own origin, and a protected realm of the mock server. */
import type { Act } from '../../../playground/server/control/act.ts'
import { createControl } from '../../../playground/server/control/control.ts'
import type { JournalEntry, OAuthConfig } from '../../../src/testing/index.ts'
import type { SignInResult } from './app/page.ts'
import type { Settings } from './app/settings.ts'
import { type AppServer, type Scripts, startAppServer } from './app-server.ts'
import type { Browser, BrowserContext, Frame, Tab } from './browsers/browser.ts'
import { waitFor } from './wait-for.ts'

export interface CaseSetup extends Partial<Omit<Settings, 'server'>> {
  /** The authorization server. @default with a consent page */
  oauth?: OAuthConfig
}

export interface CaseContext {
  appServer: AppServer
  browserContext: BrowserContext
  /** Opens the application and waits until it is ready. */
  openApp(path?: string): Promise<Tab>
  /** Waits for this many tabs at the consent page of the authorization server. */
  consentTabs(count?: number): Promise<Tab[]>
  /** Waits for the results of this many sign-ins of the page. */
  signInResults(frame: Frame, count?: number): Promise<SignInResult[]>
  /** Token requests with this grant type. */
  tokenRequests(grantType: string): Promise<JournalEntry[]>
  act(act: Act): Promise<void>
}

export interface Case {
  /** A promise in plain words. */
  name: string
  setup: CaseSetup
  run(context: CaseContext): Promise<void>
}

export interface CaseEnvironment {
  browser: Browser
  urls: { url: string; controlUrl: string }
  scripts: Scripts
}

/** Creates everything the case needs, and disposes of it at the end. */
export async function runCase({ setup, run }: Case, { browser, urls, scripts }: CaseEnvironment): Promise<void> {
  const realm = createControl(urls, `browser-oauth-${crypto.randomUUID()}`)
  const { oauth = { consent: {} }, ...settings } = setup
  // `localhost` makes it another site than the application at 127.0.0.1, not only another port.
  const server = realm.url.replace('127.0.0.1', 'localhost')
  await realm.configure({ oauth })
  const appServer = await startAppServer(scripts, { driver: 'popup', store: 'memory', ...settings, server })
  try {
    const browserContext = await browser.newContext()
    try {
      await run(createCaseContext(appServer, browserContext, realm))
      if (appServer.violations.length > 0) throw new Error(`violations: ${appServer.violations.join('\n')}`)
    } finally {
      await browserContext.close()
    }
  } finally {
    appServer.close()
    await realm.dispose()
  }
}

function createCaseContext(
  appServer: AppServer,
  browserContext: BrowserContext,
  realm: ReturnType<typeof createControl>,
): CaseContext {
  return {
    appServer,
    browserContext,
    async openApp(path = '/') {
      const tab = await browserContext.open(appServer.origin + path)
      await waitUntilReady(tab)
      return tab
    },
    consentTabs: (count = 1) => tabsAt('/oauth/authorize', count),
    signInResults: (frame, count = 1) =>
      waitFor(`${count} sign-ins have ended`, async () => {
        const signInResults = await frame
          .evaluate<SignInResult[] | undefined>('globalThis.app?.signInResults')
          .catch(() => undefined)
        return signInResults && signInResults.length >= count && signInResults
      }),
    async tokenRequests(grantType) {
      const entries = await realm.journal()
      return entries.filter(({ body }) => new URLSearchParams(String(body)).get('grant_type') === grantType)
    },
    act: (act) => realm.act(act),
  }

  function tabsAt(path: string, count: number): Promise<Tab[]> {
    return waitFor(`${count} tabs are at ${path}`, async () => {
      const found: Tab[] = []
      for (const tab of await browserContext.tabs()) {
        // A tab that is closing has no URL.
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

/** Waits until the application has loaded and has processed a redirect. */
export async function waitUntilReady(frame: Frame): Promise<void> {
  await waitFor('the application is ready', () =>
    frame.evaluate<boolean>("document.body?.dataset.ready === 'yes'").catch(() => false),
  )
}
