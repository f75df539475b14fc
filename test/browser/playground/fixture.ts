/** The fixture of the playground tests: the page as `npm start` serves it, Chromium, and realms of the mock server. */
import { type Browser, chromium } from 'playwright-core'
import { type Control, createControl } from '../../../playground/server/control/control.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'
import type { PageOptions, PlaygroundPage } from './page-object.ts'
import { createPagePool } from './page-pool.ts'
import { type Playground, startPlayground } from './start-playground.ts'

export interface Fixture {
  playground: Playground
  browser: Browser
  /** Opens the page as if for the first time; `path` is added to its URL. */
  openPage(path?: string, options?: PageOptions): Promise<PlaygroundPage>
  /** A realm of the mock server, a new one unless it is named. */
  realm(name?: string): Control
  close(): Promise<void>
}

/** A test function that gets a page of its own, closed at the end. */
export function withPage(
  fixture: () => Fixture,
  act: (playgroundPage: PlaygroundPage) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const playgroundPage = await fixture().openPage()
    try {
      await act(playgroundPage)
    } finally {
      await playgroundPage.close()
    }
  }
}

export async function createFixture(): Promise<Fixture> {
  const launching = findProgram('chromium').then((executablePath) =>
    chromium.launch({ executablePath, args: chromiumArguments }),
  )
  const [playground, browser] = await Promise.all([startPlayground(), launching])
  const addresses = (await (await fetch(new URL('mock.json', playground.url))).json()) as {
    mock: string
    control: string
  }
  const openPage = createPagePool(browser)
  let realms = 0
  return {
    playground,
    browser,
    openPage: (path = '', options = {}) => openPage(new URL(path, playground.url).href, options),
    realm: (name = `playground-test-${++realms}`) =>
      createControl({ url: addresses.mock, controlUrl: addresses.control }, name),
    async close() {
      await browser.close()
      await playground.stop()
    },
  }
}
