/** What the tests of the playground share: the page as `npm start` serves it, one browser, and realms of its mock. */
import { type Browser, chromium } from 'playwright-core'
import { type Control, createControl } from '../../src/testing/index.ts'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { findProgram } from '../runtimes/setup.ts'
import { type Playground, startPlayground } from './start.ts'
import { type VisitOptions, type Visitor, visit } from './visitor.ts'

export interface Stage {
  playground: Playground
  browser: Browser
  /** A visitor at the page, with this in its address. */
  visit(path?: string, options?: VisitOptions): Promise<Visitor>
  /** A server of its own, to connect to and to look into. */
  realm(): Control
  end(): Promise<void>
}

/** A test with a visitor of its own, who leaves at its end. */
export function visiting(stage: () => Stage, act: (visitor: Visitor) => Promise<void>): () => Promise<void> {
  return async () => {
    const visitor = await stage().visit()
    try {
      await act(visitor)
    } finally {
      await visitor.leave()
    }
  }
}

export async function setStage(): Promise<Stage> {
  const launching = findProgram('chromium').then((executablePath) =>
    chromium.launch({ executablePath, args: chromiumArguments }),
  )
  const [playground, browser] = await Promise.all([startPlayground(), launching])
  const places = (await (await fetch(new URL('mock.json', playground.url))).json()) as { mock: string; control: string }
  let realms = 0
  return {
    playground,
    browser,
    visit: (path = '', options = {}) => visit(browser, new URL(path, playground.url).href, options),
    realm: () => createControl({ url: places.mock, controlUrl: places.control }, `visited-${++realms}`),
    async end() {
      await browser.close()
      await playground.stop()
    },
  }
}
