/** The examples of docs/ that need a page, in Chromium, with the callback page and its headers as docs/oauth.md prints them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Browser, chromium, type Page, type Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Scratch } from '../../playground/server/scratch.ts'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { root } from '../support/paths.ts'
import { findProgram } from '../support/programs.ts'
import { forwardTo } from './examples/forward.ts'
import { createHosts } from './examples/hosts.ts'
import { checkOutput, expectedOutput } from './examples/run-example.ts'
import { examplesFor } from './examples/ways.ts'
import { createInstalled } from './pack.ts'

const APP = 'https://app.example'
const text = await readFile(join(root, 'docs/oauth.md'), 'utf8')
const callbackPage = /^```html\n([\s\S]*?)^```$/m.exec(text)![1]!
const callbackHeaders = Object.fromEntries(
  [...text.matchAll(/^(Content-Security-Policy|Referrer-Policy|Cache-Control): (.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]),
)
/** Its title says when the example has been evaluated. */
const appPage = `<!doctype html><meta charset="utf-8"><button>Sign in</button>
<script type="module">await import('/app.js'); document.title = 'ready'</script>`

describe('an example in a page', async () => {
  let installed: Scratch
  let browser: Browser
  beforeAll(async () => {
    installed = await createInstalled()
    browser = await chromium.launch({
      executablePath: await findProgram('chromium'),
      args: chromiumArguments,
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    })
  }, 60_000)
  afterAll(() => Promise.all([browser.close(), installed.dispose()]))

  async function bundle(contents: string): Promise<string> {
    const stdin = { contents, resolveDir: installed.path, loader: 'ts' as const }
    const { outputFiles } = await build({ stdin, bundle: true, write: false, format: 'esm', target: 'es2022' })
    return outputFiles[0]!.text
  }

  /** The application at every path of its origin, and the other hosts of the page. */
  async function createSite(code: string): Promise<(route: Route) => Promise<void>> {
    const hosts = await createHosts()
    const scripts: Record<string, string> = {
      '/app.js': await bundle(code),
      '/oauth-callback.js': await bundle("import 'mcp-over-fetch/oauth/callback'"),
    }
    return async (route) => {
      const request = route.request()
      const { origin, pathname } = new URL(request.url())
      const isDocument = request.resourceType() === 'document'
      if (origin !== APP || !(isDocument || scripts[pathname])) return forwardTo(hosts, route)
      if (!isDocument) return route.fulfill({ contentType: 'text/javascript', body: scripts[pathname]! })
      if (!/^\/oauth\/callback\/?$/.test(pathname)) return route.fulfill({ contentType: 'text/html', body: appPage })
      return route.fulfill({ contentType: 'text/html', headers: callbackHeaders, body: callbackPage })
    }
  }

  const examples = (await examplesFor('chromium')).map((one) => [`${one.page}: ${one.marks[0]}`, one] as const)
  test.for(examples)('prints what the page says: %s', async ([, { page: name, example }]) => {
    const context = await browser.newContext()
    try {
      await context.route('**/*', await createSite(example.code))
      const page = await context.newPage()
      const printed: string[] = []
      page.on('console', (message) => message.type() === 'log' && printed.push(message.text()))
      page.on('pageerror', (error) => printed.push(String(error)))
      await page.goto(`${APP}/notes`)
      await page.waitForFunction("document.title === 'ready'")
      if (example.code.includes('onclick')) await signIn(page)
      await expect.poll(() => printed.length).toBeGreaterThanOrEqual(expectedOutput(example).length)
      checkOutput(printed, `docs/${name}`, example)
      expect(page.url()).toBe(`${APP}/notes`)
    } finally {
      await context.close()
    }
  })
})

/** Clicks, and agrees at the authorization server: in the window that opens, which then closes, or in the page. */
async function signIn(page: Page): Promise<void> {
  const popup = page.waitForEvent('popup').then(async (window) => {
    const closed = window.waitForEvent('close')
    await window.click('#allow')
    await closed
  })
  await page.click('button')
  await Promise.any([popup, page.click('#allow')])
}
