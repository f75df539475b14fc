/** Runs the scenarios in Chromium, as a program that opens a page: what drives a browser also reads each of its requests. */
import { createScratch } from '../../playground/server/scratch.ts'
import { runProcess, startProcess } from '../support/processes.ts'
import { findProgram } from '../support/programs.ts'
import { runInPage } from './page.ts'
import type { Runtime } from './runtime.ts'

/** For a process that runs as root, and without network traffic of the browser itself. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // Containers have little shared memory.
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const chromium: Runtime = {
  name: 'chromium',
  version: async () => (await runProcess(await findProgram('chromium'), ['--version'])).match(/[\d.]+/)?.[0] ?? '',
  run: (request) => runInPage('chromium', request, open),
}

/** Further ones for a page that nothing drives. */
const pageArguments = [
  '--headless',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-renderer-backgrounding',
  '--no-default-browser-check',
  '--password-store=basic',
]

async function open(url: string): Promise<() => Promise<void>> {
  const profile = await createScratch()
  const args = [...chromiumArguments, ...pageArguments, `--user-data-dir=${profile.path}`, url]
  const { stop } = startProcess(await findProgram('chromium'), args, { stdio: 'ignore' })
  return async () => {
    await stop()
    await profile.dispose()
  }
}
