/** Runs the scenarios in Firefox, driven by Puppeteer over WebDriver BiDi. */
import puppeteer from 'puppeteer-core'
import { runInPage } from './page.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'
import { findProgram } from './setup.ts'

export const firefox: Runtime = {
  name: 'firefox',
  prepare: async () => void (await findProgram('firefox')),
  version: async () => (await runProcess(await findProgram('firefox'), ['--version'])).match(/[\d.]+\w*/)?.[0] ?? '',
  run: (request) => runInPage('firefox', request, open),
}

async function open(url: string): Promise<() => Promise<void>> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await findProgram('firefox'),
    headless: true,
    // Signals are handled by process-exit.ts; Puppeteer cleans up when the process exits.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  try {
    const page = await browser.newPage()
    await page.goto(url)
  } catch (error) {
    await browser.close()
    throw error
  }
  return () => browser.close()
}
