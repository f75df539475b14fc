/** A person at the page: picks tools, fills in arguments, reads what comes of it, and hears every complaint. */
import { type Browser, chromium, type Locator } from 'playwright-core'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { findProgram } from '../runtimes/setup.ts'

export async function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
}

export interface Visitor {
  connect(address?: string): Promise<void>
  /** Opens a tool, fills in its arguments, and calls it. */
  call(tool: string, given?: Record<string, string>): Promise<void>
  press(button: string): Promise<void>
  /** What a part of the page reads, once it is there. */
  read(selector: string): Promise<string>
  locate(selector: string): Locator
  /** Errors of the page and of the browser about it, and violations of its policy. */
  complaints: string[]
}

export async function visit(browser: Browser, url: string): Promise<Visitor> {
  const page = await browser.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`${violatedDirective} forbids ${blockedURI}`),
    )
  })
  await page.goto(url)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  return {
    async connect(address) {
      if (address) await page.getByLabel('Server address').fill(address)
      await press('Connect')
      await page.locator('.tools li').first().waitFor()
    },
    async call(tool, given = {}) {
      await page
        .locator('.tools li button')
        .filter({ has: page.locator(`code:text-is("${tool}")`) })
        .click()
      for (const [name, value] of Object.entries(given)) await page.getByLabel(new RegExp(`^${name} `)).fill(value)
      await press('Call')
    },
    press,
    read: (selector) => page.locator(selector).innerText(),
    locate: (selector) => page.locator(selector),
    complaints,
  }
}
