/** Wraps a browser context of Playwright or Puppeteer, whose page interfaces are nearly the same. */
import type { BrowserContext, Frame, Tab } from './browser.ts'

interface Document {
  evaluate(expression: string): Promise<unknown>
  click(selector: string): Promise<void>
}

interface Page extends Document {
  url(): string
  goto(url: string): Promise<unknown>
  /** The main frame first. */
  frames(): Document[]
  close(): Promise<void>
}

interface Context {
  newPage(): Promise<Page>
  pages(): Page[] | Promise<Page[]>
  close(): Promise<void>
}

export function wrapContext(context: Context): BrowserContext {
  return {
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return createTab(page)
    },
    tabs: async () => (await context.pages()).map(createTab),
    close: () => context.close(),
  }
}

function createTab(page: Page): Tab {
  return {
    ...createFrame(page),
    url: async () => page.url(),
    go: async (url) => void (await page.goto(url)),
    frame: async () => createFrame(page.frames()[1]!),
    close: () => page.close(),
  }
}

function createFrame(document: Document): Frame {
  return {
    evaluate: <T>(expression: string) => document.evaluate(expression) as Promise<T>,
    click: (selector) => document.click(selector),
  }
}
