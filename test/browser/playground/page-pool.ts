/** Pages that tests use one after another, each time empty: a new browser context starts processes and compiles the page. */
import type { Browser, Page } from 'playwright-core'
import { newPage, type PageOptions, type PlaygroundPage, showPlayground } from './page-object.ts'

export type OpenPage = (url: string, options?: PageOptions) => Promise<PlaygroundPage>

export function createPagePool(browser: Browser): OpenPage {
  const free: Page[] = []
  return async (url, options = {}) => {
    const used = free.pop()
    if (used) await prepare(used, options)
    const page = used ?? (await newPage(browser, options))
    return showPlayground(page, url, async () => {
      if (page.isClosed()) return page.context().close()
      await empty(page, url)
      free.push(page)
    })
  }
}

async function prepare(page: Page, { width = 1600, height = 900, colorScheme = 'light' }: PageOptions): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: null })
}

/** As in a new browser context: nothing stored, no permission, no other page, no way back. */
async function empty(page: Page, url: string): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.clearPermissions()
  await context.clearCookies()
  // A document of the same origin, without the scripts that store things.
  await page.goto(new URL('/mock.json', url).href)
  await page.evaluate(() => sessionStorage.clear())
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}
