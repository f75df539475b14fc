/** The pages of examples/ in Chromium, with the servers that they come with. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Examples, serveExamples } from '../../../examples/serve.ts'
import { createScratch } from '../../../playground/server/scratch.ts'
import { startHttpServer } from '../../browser/playground/http-server.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { root } from '../../support/paths.ts'
import { findProgram } from '../../support/programs.ts'
import { peersFolder } from './bundle.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** As `npx vite build` in its folder does, with the React of the tests. */
async function buildReactPage(outDir: string): Promise<void> {
  const folder = join(root, 'examples/react')
  const alias = ['react', 'react-dom'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: join(peersFolder, 'node_modules', `${name}-19`),
  }))
  const configFile = join(folder, 'vite.config.ts')
  await build({
    root: folder,
    configFile,
    logLevel: 'silent',
    resolve: { alias },
    build: { outDir, emptyOutDir: true },
  })
}

describe('the examples', () => {
  let browser: Browser
  let examples: Examples
  beforeAll(async () => {
    const executablePath = await findProgram('chromium')
    const ignoreDefaultArgs = ['--disable-popup-blocking']
    browser = await chromium.launch({ executablePath, args: chromiumArguments, ignoreDefaultArgs })
    examples = await serveExamples()
  }, 30_000)
  afterAll(async () => {
    await browser.close()
    examples.close()
  })

  /** Runs the steps in a page, which must report nothing but what is expected. */
  async function visit(
    path: string,
    steps: (page: Page) => Promise<void>,
    expected = /^%cDownload the React/,
    prepare?: (page: Page) => Promise<unknown>,
  ) {
    const page = await browser.newPage()
    await prepare?.(page)
    const reported: string[] = []
    page.on('console', (message) => reported.push(message.text()))
    page.on('pageerror', (error) => reported.push(String(error)))
    try {
      await page.goto(`${examples.url}${path}`)
      await steps(page)
      expect(reported.filter((text) => !expected.test(text))).toEqual([])
    } finally {
      await page.close()
    }
  }

  test('a chat page uses the tools of two servers', () =>
    visit('/chat/', async (page) => {
      await page.fill('input', 'Where is the lighthouse?')
      await page.click('button:enabled')
      await page.waitForSelector('.assistant >> nth=1')
      expect(await page.textContent('#servers')).toBe('atlas: ready · weather: ready · 2 tools')
      expect(await page.locator('#log p').allTextContents()).toEqual([
        'Where is the lighthouse?',
        'Let me look.',
        'atlas__find_place {"thing":"lighthouse"} → Alexandria',
        'weather__forecast {"place":"Alexandria"} → Tomorrow in Alexandria: 21 °C and a light wind',
        'It is in Alexandria. Tomorrow in Alexandria: 21 °C and a light wind.',
      ])
    }))

  test('a chat page stops a model that wants tools without end', () =>
    visit(
      '/chat/',
      async (page) => {
        await page.fill('input', 'Where is the windmill?')
        await page.click('button:enabled')
        await page.waitForSelector('.assistant >> nth=1')
        expect(await page.textContent('.assistant >> nth=1')).toBe('I stop here, after 8 answers.')
        expect(await page.locator('#log .tool').count()).toBe(8)
        await page.waitForSelector('button:enabled')
      },
      /net::ERR_FAILED/,
      (page) => page.route('**/weather/mcp', (route) => route.abort()),
    ))

  test('the chat page has at most 120 lines', async () => {
    const files = ['index.html', 'chat.ts', 'model.ts'].map((file) => join(root, 'examples/chat', file))
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(texts.join('').split('\n').length).toBeLessThanOrEqual(120)
  })

  test('a React page signs in, shows progress, cancels, asks in a form, and signs out', () =>
    visit(
      '/react/',
      async (page) => {
        const opened = page.waitForEvent('popup')
        await page.click('text=Sign in >> nth=-1')
        await (await opened).click('#allow')
        await page.click('#render button')
        await page.waitForSelector('#render progress[value]')
        await page.click('#render button:has-text("Cancel")')
        await page.waitForSelector('#render button:has-text("Run")')
        expect(await page.locator('#render output').count()).toBe(0)
        await page.click('#publish button')
        await page.click('form button >> nth=0')
        await page.waitForSelector('form small')
        await page.fill('form input', 'The Utah teapot')
        await page.selectOption('form select >> nth=0', 'friends')
        await page.fill('#copies', '1.5')
        await page.fill('#price', '2.5')
        await page.check('#subtitles')
        await page.selectOption('#languages', ['en', 'ja'])
        await page.click('form button >> nth=0')
        expect(await page.textContent('form small')).toBe('Must be a whole number')
        await page.fill('#copies', '3')
        await page.click('form button >> nth=0')
        // Numbers, booleans and lists, as the server asked for them, and no texts.
        expect(await page.textContent('#publish output')).toBe(
          '“The Utah teapot” is published for friends: {"copies":3,"price":2.5,"subtitles":true,"languages":["en","ja"]}',
        )
        await page.click('text=Sign out')
        await page.waitForSelector('.status.needs-user')
        expect(await page.locator('#render').count()).toBe(0)
      },
      // The browser itself reports the refusal that leads to the sign-in.
      /^%cDownload the React|status of 401/,
    ))

  test('the React page, built with Vite, signs in and calls a tool', async () => {
    const output = await createScratch()
    const site = await startHttpServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site')
      const path = pathname === '/' ? '/index.html' : pathname
      const body = await readFile(join(output.path, path)).catch(() => undefined)
      response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
    })
    try {
      await buildReactPage(output.path)
      const server = `${examples.url.replace('127.0.0.1', 'localhost')}/mcp`
      const page = await browser.newPage()
      await page.goto(`${site.origin}/?server=${encodeURIComponent(server)}`)
      const opened = page.waitForEvent('popup')
      await page.click('text=Sign in >> nth=-1')
      await (await opened).click('#allow')
      await page.click('#publish button')
      await page.fill('form input', 'Built with Vite')
      await page.click('form button >> nth=0')
      expect(await page.textContent('#publish output')).toBe(
        '“Built with Vite” is published for everyone: {"subtitles":false}',
      )
      await page.close()
    } finally {
      site.close()
      await output.dispose()
    }
  })
})
