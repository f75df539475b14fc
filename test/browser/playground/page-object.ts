/** The page object of the playground: what the tests do on the page, and the problems that the browser reports. */
import type { Browser, ConsoleMessage, Locator, Page, Request } from 'playwright-core'

export interface PlaygroundPage {
  page: Page
  /** Connects to a URL, or to a demo server by its title. */
  connect(to: { url: string } | { preset: string }): Promise<void>
  /** Presses the button of a demo server. */
  choosePreset(title: string): Promise<void>
  disconnect(): Promise<void>
  /** Opens a tool, fills in its arguments, and calls it. */
  call(tool: string, args?: Record<string, string>): Promise<void>
  /** Opens an entry of a list in the browse pane. */
  open(list: 'Tools' | 'Resources' | 'Prompts', name: string): Promise<void>
  press(button: string): Promise<void>
  /** Opens a tab of the wire. */
  openWireTab(tab: string): Promise<void>
  /** The text of the first element that matches, once it exists. */
  read(selector: string): Promise<string>
  locator(selector: string, options?: { hasText: string | RegExp }): Locator
  /** Waits for a row of the timeline with this text. */
  waitForWireRow(text: RegExp): Promise<void>
  /** Uncaught errors, console errors and warnings, and violations of the content security policy. */
  problems: string[]
  /** The origins of all requests, without those that the content security policy blocked. */
  requestedOrigins(): string[]
  close(): Promise<void>
}

export interface PageOptions {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** Whether the page may store itself, which costs every test a moment. */
  serviceWorkers?: 'allow' | 'block'
}

/** Opens the page in a browser context of its own. */
export async function openPlayground(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<PlaygroundPage> {
  const page = await newPage(browser, options)
  return showPlayground(page, url, () => page.context().close())
}

/** An empty page in a browser context of its own. */
export async function newPage(browser: Browser, options: PageOptions): Promise<Page> {
  const { width = 1600, height = 900, colorScheme = 'light', serviceWorkers = 'block' } = options
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, serviceWorkers })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbids ${blockedURI}`),
    )
  })
  return page
}

/** Shows the playground in an empty page; `release` closes the page, or keeps it for another test. */
export async function showPlayground(page: Page, url: string, release: () => Promise<void>): Promise<PlaygroundPage> {
  const { problems, requests, stop } = observe(page)
  await page.goto(url)
  const locator: PlaygroundPage['locator'] = (selector, options) => page.locator(selector, options)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const open: PlaygroundPage['open'] = async (list, name) => {
    await locator(`.tabs button:has-text("${list}")`).click()
    await locator(`.items button:has(code:text-is("${name}"))`).click()
  }
  const choosePreset = async (title: string) => {
    const variants = locator('.demo-variants')
    await variants.waitFor()
    if ((await variants.getAttribute('open')) === null) await variants.locator('summary').click()
    await locator(`.demo-variants .preset:has(strong:text-is("${title}"))`).click()
  }
  return {
    page,
    open,
    choosePreset,
    async connect(to) {
      if ('url' in to) {
        await page.getByLabel('Server URL').fill(to.url)
        await press('Connect')
      } else await choosePreset(to.preset)
      await locator('.items li button').first().waitFor({ state: 'attached' })
    },
    async disconnect() {
      await press('Disconnect')
      await locator('.welcome').waitFor()
    },
    async call(tool, args = {}) {
      await open('Tools', tool)
      for (const [name, value] of Object.entries(args)) {
        await page
          .locator('.main-pane')
          .getByLabel(new RegExp(`^${name} `))
          .fill(value)
      }
      await press('Call')
    },
    press,
    openWireTab: (tab) => locator(`.wire-tab:has-text("${tab}")`).click(),
    read: (selector) => locator(selector).first().innerText(),
    locator,
    waitForWireRow: (text) => locator('.wire-row').filter({ hasText: text }).first().waitFor({ state: 'attached' }),
    problems,
    requestedOrigins: () => [...new Set(requests.filter(wasSent).map((request) => new URL(request.url()).origin))],
    async close() {
      stop()
      await release()
    },
  }
}

/** False for requests that the content security policy blocked, and for data: URLs. */
function wasSent(request: Request): boolean {
  return request.url().startsWith('http') && request.failure()?.errorText !== 'csp'
}

/** Collects problems and requests until it is stopped. */
function observe(page: Page): { problems: string[]; requests: Request[]; stop(): void } {
  const problems: string[] = []
  const requests: Request[] = []
  const onConsole = (message: ConsoleMessage) => {
    const expected = /^Failed to load resource|^Service Worker registration blocked/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) problems.push(message.text())
  }
  const onError = (error: Error) => void problems.push(String(error.stack))
  const onRequest = (request: Request) => void requests.push(request)
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest)
  const stop = () => void page.off('console', onConsole).off('pageerror', onError).off('request', onRequest)
  return { problems, requests, stop }
}
