/** Runs the scenarios in Chromium, driven by Playwright. */
import { chromium as playwright } from 'playwright-core'
import { runInPage } from './page.ts'
import { runProcess } from './processes.ts'
import type { Runtime } from './runtime.ts'
import { findProgram } from './setup.ts'

/** For a process that runs as root, and without network traffic of the browser itself. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const chromium: Runtime = {
  name: 'chromium',
  prepare: async () => void (await findProgram('chromium')),
  version: async () => (await runProcess(await findProgram('chromium'), ['--version'])).match(/[\d.]+/)?.[0] ?? '',
  run: (request) => runInPage('chromium', request, open),
}

async function open(url: string): Promise<() => Promise<void>> {
  const browser = await playwright.launch({
    executablePath: await findProgram('chromium'),
    args: chromiumArguments,
    // Signals are handled by process-exit.ts; Playwright cleans up when the process exits.
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
