/** Visits with pages as Playwright and Puppeteer have them, which is nearly the same. */
import type { Tab, View, Visit } from './browser.ts'

interface Document {
  evaluate(expression: string): Promise<unknown>
  click(selector: string): Promise<void>
}

interface Page extends Document {
  url(): string
  goto(url: string): Promise<unknown>
  /** The page's own first, then those inside it. */
  frames(): Document[]
  close(): Promise<void>
}

interface Context {
  newPage(): Promise<Page>
  pages(): Page[] | Promise<Page[]>
  close(): Promise<void>
}

export function createVisit(context: Context): Visit {
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
    ...createView(page),
    url: async () => page.url(),
    go: async (url) => void (await page.goto(url)),
    frame: async () => createView(page.frames()[1]!),
    close: () => page.close(),
  }
}

function createView(document: Document): View {
  return {
    evaluate: <T>(expression: string) => document.evaluate(expression) as Promise<T>,
    click: (selector) => document.click(selector),
  }
}
