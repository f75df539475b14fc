/** A person at the page: picks things, fills in forms, reads what comes of it, and hears every complaint. */
import type { Browser, Locator, Page, Request } from 'playwright-core'

export interface Visitor {
  page: Page
  /** Connects to an address, or to a preset by its name. */
  connect(to: { url: string } | { preset: string }): Promise<void>
  disconnect(): Promise<void>
  /** Opens a tool, fills in its arguments, and calls it. */
  call(tool: string, given?: Record<string, string>): Promise<void>
  /** Opens one of the lists on the left and an entry of it. */
  open(list: 'Tools' | 'Resources' | 'Prompts', name: string): Promise<void>
  press(button: string): Promise<void>
  /** What a part of the page reads, once it is there. */
  read(selector: string): Promise<string>
  locate(selector: string): Locator
  /** Waits for a row of the timeline that reads like this. */
  seeOnWire(text: RegExp): Promise<void>
  /** Errors of the page and of the browser about it, and violations of its policy. */
  complaints: string[]
  leave(): Promise<void>
  /** Origins that anything was requested from; what the policy of the page stopped was not. */
  asked(): string[]
}

export interface VisitOptions {
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> {
  const { width = 1600, height = 900, colorScheme = 'light' } = options
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints = listen(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbids ${blockedURI}`),
    )
  })
  await page.goto(url)
  const locate = (selector: string) => page.locator(selector)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  const open: Visitor['open'] = async (list, name) => {
    await locate(`.tabs button:has-text("${list}")`).click()
    await locate(`.items button:has(code:text-is("${name}"))`).click()
  }
  return {
    page,
    open,
    async connect(to) {
      if ('url' in to) {
        await page.getByLabel('Server address').fill(to.url)
        await press('Connect')
      } else await locate(`.preset:has(strong:text-is("${to.preset}"))`).click()
      await locate('.items li button').first().waitFor({ state: 'attached' })
    },
    async disconnect() {
      await press('Disconnect')
      await locate('.welcome').waitFor()
    },
    async call(tool, given = {}) {
      await open('Tools', tool)
      for (const [name, value] of Object.entries(given)) {
        await page
          .locator('.work')
          .getByLabel(new RegExp(`^${name} `))
          .fill(value)
      }
      await press('Call')
    },
    press,
    read: (selector) => locate(selector).first().innerText(),
    locate,
    seeOnWire: (text) => locate('.wire-row').filter({ hasText: text }).first().waitFor({ state: 'attached' }),
    complaints,
    asked: () => [...new Set(requests.filter(left).map((request) => new URL(request.url()).origin))],
    leave: () => context.close(),
  }
}

/** Whether a request left the page: not if the page's policy stopped it, nor if it only has data in its address. */
function left(request: Request): boolean {
  return request.url().startsWith('http') && request.failure()?.errorText !== 'csp'
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const expected = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error.stack)))
  return complaints
}
