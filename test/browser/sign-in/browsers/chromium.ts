/** Chromium, driven by Playwright. */
import { chromium } from 'playwright-core'
import { chromiumArguments } from '../../../runtimes/chromium.ts'
import { findProgram } from '../../../support/programs.ts'
import type { StartBrowser } from './browser.ts'
import { wrapContext } from './browser-context.ts'

export const startChromium: StartBrowser = async () => {
  const browser = await chromium.launch({
    executablePath: await findProgram('chromium'),
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  return { newContext: async () => wrapContext(await browser.newContext()), close: () => browser.close() }
}
