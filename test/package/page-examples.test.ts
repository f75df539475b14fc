/** examples/html and examples/extension in Chromium, with the package as it is published. */
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atlas } from '../../examples/servers.ts'
import { createScratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { createMockServer } from '../../src/testing/index.ts'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { root } from '../support/paths.ts'
import { findProgram } from '../support/programs.ts'
import { forwardTo } from './examples/forward.ts'
import { listen } from './examples/listen.ts'
import { dist } from './modules.ts'

const [major, minor] = manifest.version.split('.')
const CDN = `https://cdn.jsdelivr.net/npm/${manifest.name}@${major}.${minor}/`

describe('the page of examples/html', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
  }, 30_000)
  afterAll(() => browser.close())

  test('lists tools, without a bundler, by its import map', async () => {
    const server = createMockServer({ tools: { draw: { description: 'Draws', run: () => 'done' } } })
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.route('https://app.example/', async (route) =>
      route.fulfill({ contentType: 'text/html', body: await readFile(join(root, 'examples/html/index.html')) }),
    )
    await page.route(`${CDN}**`, async (route) => {
      const body = await readFile(join(dist, route.request().url().slice(CDN.length)))
      const headers = { 'access-control-allow-origin': '*' }
      await route.fulfill({ contentType: 'text/javascript', headers, body })
    })
    const answer = (input: RequestInfo | URL, init?: RequestInit) => server.handle(new Request(input, init))
    await page.route('https://tools.example.com/**', (route) => forwardTo(answer, route))
    await page.goto('https://app.example/')
    await page.click('button')
    await page.waitForSelector('li').catch(() => {})
    expect([await page.textContent('output'), errors]).toEqual(['1 tools, 2026-07-28 over streamable-http', []])
    expect(await page.locator('li').allTextContents()).toEqual(['draw: Draws'])
    await page.fill('input', 'https://nowhere.example/mcp')
    await page.route('https://nowhere.example/**', (route) => route.abort())
    await page.click('button')
    await page.waitForFunction("document.querySelector('output').textContent.includes('nowhere.example')")
    await page.close()
  })
})

describe('the extension of examples/extension', () => {
  test('asks a server from its service worker, each time but the first without a handshake', async () => {
    const [folder, profile] = await Promise.all([createScratch(), createScratch()])
    const server = atlas()
    server.configure({ versions: ['2025-11-25'] })
    const address = await listen(server)
    await cp(join(root, 'examples/extension'), folder.path, { recursive: true })
    await cp(join(dist, 'bundle.js'), join(folder.path, 'mcp-over-fetch.js'))
    const context = await chromium.launchPersistentContext(profile.path, {
      executablePath: await findProgram('chromium'),
      ignoreDefaultArgs: ['--disable-extensions'],
      args: [
        ...chromiumArguments,
        ...[`--disable-extensions-except=${folder.path}`, `--load-extension=${folder.path}`],
      ],
    })
    try {
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 20_000 }))
      const page = await context.newPage()
      const ask = async (thing: string) => {
        await page.goto(new URL('/popup.html', worker.url()).href)
        await page.fill('[name=server]', `${address.origin}/mcp`)
        await page.fill('[name=thing]', thing)
        await page.click('button')
        // Conditions of Playwright are evaluated as text, which the policy of an extension forbids.
        await expect.poll(() => page.textContent('output'), { timeout: 10_000 }).not.toBe('')
        return page.textContent('output')
      }
      expect(await ask('teapot')).toBe('Utah')
      expect(server.journal.methods).toContain('initialize')
      const before = server.journal.methods.length
      expect(await ask('lighthouse')).toBe('Alexandria')
      expect(server.journal.methods.slice(before)).toEqual(['tools/call'])
    } finally {
      await context.close()
      address.close()
      await Promise.all([folder.dispose(), profile.dispose()])
    }
  })
})
