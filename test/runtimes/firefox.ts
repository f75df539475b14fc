/** Runs the scenarios in Firefox, as a program that opens a page: what drives a browser also reads each of its requests. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { runProcess, startProcess } from '../support/processes.ts'
import { findProgram } from '../support/programs.ts'
import { runInPage } from './page.ts'
import type { Runtime } from './runtime.ts'

/** No pages but ours, no network traffic of the browser itself, and none of its questions. */
const preferences: Readonly<Record<string, string | number | boolean>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.max_script_run_time': 0,
  'extensions.getAddons.cache.enabled': false,
  'extensions.update.enabled': false,
  'hangmonitor.timeout': 0,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // Without a network, pages would not be loaded from this machine either.
  'network.manage-offline-status': false,
  'services.settings.server': 'data:,',
  'startup.homepage_welcome_url': 'about:blank',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

export const firefox: Runtime = {
  name: 'firefox',
  version: async () => (await runProcess(await findProgram('firefox'), ['--version'])).match(/[\d.]+\w*/)?.[0] ?? '',
  run: (request) => runInPage('firefox', request, open),
}

async function open(url: string): Promise<() => Promise<void>> {
  const profile = await createScratch()
  const lines = Object.entries(preferences).map(
    (preference) => `user_pref(${JSON.stringify(preference).slice(1, -1)});`,
  )
  await writeFile(join(profile.path, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile.path, url]
  const { stop } = startProcess(await findProgram('firefox'), args, { stdio: 'ignore' })
  return async () => {
    await stop()
    await profile.dispose()
  }
}
