/** The host page in a tab of one of three browsers. */
import type { AppEvent } from '../../../src/apps/index.ts'
import type { Browser, BrowserContext, StartBrowser, Tab } from '../sign-in/browsers/browser.ts'
import { startChromium } from '../sign-in/browsers/chromium.ts'
import { startFirefox } from '../sign-in/browsers/firefox.ts'
import { startWebkit } from '../sign-in/browsers/webkit.ts'
import { waitFor } from '../sign-in/wait-for.ts'
import type { AppsPage, Mounted, MountRequest } from './page.ts'

export interface OpenedBrowser {
  context: BrowserContext
  /** Tabs to use again: WebDriver opens none while the current one is closed. */
  free: Tab[]
  close(): Promise<void>
}

export interface HostTab {
  tab: Tab
  /** Of the page, which the proxy takes for its weaknesses. */
  path: string
  mount(request: MountRequest): Promise<Mounted>
  logs(app: number): Promise<ReturnType<AppsPage['logs']>>
  events(app: number): Promise<AppEvent[]>
  asked(app: number): Promise<ReturnType<AppsPage['asked']>>
  closed(app: number): Promise<string | undefined>
  run<T>(method: keyof AppsPage, ...args: unknown[]): Promise<T>
  close(): Promise<void>
}

const open = (start: StartBrowser) => async (): Promise<OpenedBrowser> => {
  const browser: Browser = await start()
  const context = await browser.newContext()
  return { context, free: [], close: () => context.close().then(() => browser.close()) }
}

export const browsers: [string, () => Promise<OpenedBrowser>][] = [
  ['Chromium', open(startChromium)],
  ['Firefox', open(startFirefox)],
  ['WebKit', open(startWebkit)],
]

export async function openHost({ context, free }: OpenedBrowser, url: string): Promise<HostTab> {
  const used = free.pop()
  // Another address first, so that the page is a new one.
  await used?.go('about:blank')
  await used?.go(url)
  const tab = used ?? (await context.open(url))
  await waitFor('the host page is ready', () =>
    tab.evaluate<boolean>('typeof appsPage === "object"').catch(() => false),
  )
  const run = <T>(method: keyof AppsPage, ...args: unknown[]) =>
    tab.evaluate<T>(`appsPage.${method}(${args.map((arg) => JSON.stringify(arg)).join()})`)
  return {
    tab,
    path: new URL(url).pathname,
    run,
    mount: (request) => run('mount', request),
    logs: (app) => run('logs', app),
    events: (app) => run('events', app),
    asked: (app) => run('asked', app),
    closed: async (app) => (await run<string | null>('closed', app)) ?? undefined,
    async close() {
      free.push(tab)
    },
  }
}
