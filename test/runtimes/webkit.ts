/** Runs the scenarios in WebKitGTK. */
import { startWebkit } from '../browser/sign-in/browsers/webkit.ts'
import { runInPage } from './page.ts'
import type { Runtime } from './runtime.ts'

export const webkit: Runtime = {
  name: 'webkit',
  async version() {
    const { version, close } = await open('about:blank')
    await close()
    return version
  },
  run: (request) => runInPage('webkit', request, async (url) => (await open(url)).close),
}

async function open(url: string): Promise<{ version: string; close(): Promise<void> }> {
  const browser = await startWebkit()
  const context = await browser.newContext()
  await context.open(url)
  return {
    version: context.version ?? '',
    async close() {
      await context.close()
      await browser.close()
    },
  }
}
