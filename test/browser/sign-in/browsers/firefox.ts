/** Firefox, driven by Puppeteer over WebDriver BiDi. */
import puppeteer from 'puppeteer-core'
import { findProgram } from '../../../support/programs.ts'
import type { StartBrowser } from './browser.ts'
import { wrapContext } from './browser-context.ts'

export const startFirefox: StartBrowser = async () => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await findProgram('firefox'),
    headless: true,
    extraPrefsFirefox: { 'dom.disable_open_during_load': true },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  return { newContext: async () => wrapContext(await browser.createBrowserContext()), close: () => browser.close() }
}
