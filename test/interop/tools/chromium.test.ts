/** Every adapter with its SDK and a scripted model in Chromium, and the tools of a server in the browser's own agent (WebMCP). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forwardTo } from '../../package/examples/forward.ts'
import { checkOutput } from '../../package/examples/run-example.ts'
import { createControlledServer } from '../../package/examples/server.ts'
import { findExamples } from '../../package/markdown-examples.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { root } from '../../support/paths.ts'
import { findProgram } from '../../support/programs.ts'
import type { PageResult } from './page.ts'
import type { WebMcpPage } from './webmcp-page.ts'

const APP = 'https://app.example/'

describe('in Chromium', () => {
  let browser: Browser
  beforeAll(async () => {
    const args = [...chromiumArguments, '--enable-features=WebMCP']
    browser = await chromium.launch({ executablePath: await findProgram('chromium'), args })
  })
  afterAll(() => browser.close())

  /** A page that runs this module, or this code; requests to other hosts go to the example server. */
  async function open(module: string, code?: string, context: Pick<Browser, 'newPage'> = browser): Promise<Page> {
    const server = createControlledServer()
    const { outputFiles } = await build({
      ...(code === undefined
        ? { entryPoints: [join(import.meta.dirname, module)] }
        : { stdin: { contents: code, resolveDir: root, loader: 'ts' } }),
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      platform: 'browser',
      logLevel: 'silent',
    })
    const page = await context.newPage()
    const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'
    await page.route(`${APP}**`, (route) => {
      const isScript = route.request().url().endsWith('.js')
      const script = { contentType: 'text/javascript', body: outputFiles[0]!.text }
      return route.fulfill(isScript ? script : { contentType: 'text/html', body: html })
    })
    await page.route('https://tools.example.com/**', (route) => forwardTo(server.fetch, route))
    await page.goto(APP)
    return page
  }

  test('every adapter does what it does in Node', async () => {
    const page = await open('page.ts')
    await page.waitForFunction('globalThis.results', undefined, { timeout: 110_000 })
    const results = (await page.evaluate('results')) as PageResult[]
    expect(results.filter(({ error }) => error)).toEqual([])
    expect(results.length).toBeGreaterThan(70)
    await page.close()
  })

  describe('pictures of results', () => {
    let page: Page
    beforeAll(async () => {
      page = await open('features-page.ts')
      await page.waitForFunction('globalThis.world')
    })
    afterAll(() => page.close())

    test.for<[string, number, number, string, object]>([
      ['40 megapixels', 8_000, 5_000, 'image/png', { size: [1_000, 625], small: true }],
      ['a JPEG', 1_200, 3_000, 'image/jpeg', { type: 'image/jpeg', size: [400, 1_000], small: true }],
      ['a WebP', 2_000, 10, 'image/webp', { size: [1_000, 5], small: true }],
      [
        'a small one, which stays as it is',
        300,
        200,
        'image/png',
        { type: 'image/png', size: [300, 200], small: true },
      ],
    ])('are scaled: %s', async ([, width, height, type, expected]) => {
      expect(await page.evaluate(`world.scale(${width}, ${height}, '${type}')`)).toMatchObject(expected)
    })

    test('are left out if they cannot be decoded, or would take too much memory', async () => {
      const header = (width: number, height: number) => {
        const bytes = Buffer.alloc(40)
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
        bytes.writeUInt32BE(width, 16)
        bytes.writeUInt32BE(height, 20)
        return bytes.toString('base64')
      }
      expect(await page.evaluate(`world.fake('${header(5_000, 5_000)}')`)).toMatchObject([
        { text: '[Left out: image/png, 5000 × 5000 pixels, 42 bytes, too large]' },
      ])
      expect(await page.evaluate(`world.fake('${header(60_000, 60_000)}')`)).toMatchObject([
        { text: '[Left out: image/png, 60000 × 60000 pixels, 42 bytes, too large]' },
      ])
    })
  })

  test('two tabs share an approval in IndexedDB, and use it as often as it allows', async () => {
    const context = await browser.newContext()
    const tabs = await Promise.all([1, 2].map(() => open('features-page.ts', undefined, context)))
    await Promise.all(tabs.map((tab) => tab.waitForFunction('globalThis.world')))
    const [first, second] = tabs as [Page, Page]
    expect(await first.evaluate(`world.pay('ada', true, 1)`)).toBe('paid, asked 1')
    const both = await Promise.all(tabs.map((tab) => tab.evaluate(`world.pay('ada', false, 1)`)))
    expect(both.sort()).toEqual(['denied, asked 1', 'paid, asked 0'])
    expect(await second.evaluate(`world.pay('eve', false, 1)`)).toBe('denied, asked 1')
    await context.close()
  })

  describe('with WebMCP', () => {
    let page: Page
    beforeAll(async () => {
      page = await open('webmcp-page.ts')
      await page.waitForFunction('globalThis.world')
    })

    const names = async () => (await page.webmcp.tools()).map(({ name }) => name)
    const control = <Name extends keyof WebMcpPage>(name: Name) => page.evaluate(`world.${name}()`)

    test('the agent of the browser finds every tool, with names and schemas as the browser takes them', async () => {
      const tools = await page.webmcp.tools()
      expect(tools).toHaveLength(13)
      for (const { name, description, inputSchema } of tools) {
        expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
        expect(description).not.toBe('')
        expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      }
      expect(tools.filter(({ annotations }) => annotations?.readOnly).map(({ name }) => name)).toEqual(['area'])
    })

    test.for<[string, object, object]>([
      [
        'area',
        { kind: 'circle', radius: 1 },
        { content: [{ type: 'text', text: 'area of a circle' }], isError: false },
      ],
      ['measure-it', {}, { content: [{ type: 'text', text: '{"length":7}' }], isError: false }],
      ['fail', {}, { content: [{ type: 'text', text: 'no paper' }], isError: true }],
      ['speak', {}, { content: [{ type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }], isError: false }],
    ])('it calls %s, and gets the content of the result', async ([name, args, expected]) => {
      expect(await page.webmcp.callTool(name, args)).toEqual(expected)
    })

    test('it gets a call that was not approved as a result, since browsers do not tell what was thrown', async () => {
      const result = await page.webmcp.callTool('travel', { to: { city: 'Rome' } })
      expect(result).toEqual({
        content: [{ type: 'text', text: expect.stringContaining('The call of travel was not approved') }],
        isError: true,
      })
    })

    test('an abort by the agent aborts the call at the server', async () => {
      expect(await control('abortWaiting')).toBe('client-left')
    })

    test('a name that the page has registered already is refused, and then none of the tools is registered', async () => {
      const before = await names()
      expect(await control('registerAgain')).toMatch(/InvalidStateError|Duplicate/)
      expect(await names()).toEqual(before)
    })

    test('tools are taken back by the returned function, and by the signal', async () => {
      await control('unregister')
      expect(await names()).toEqual([])
      expect(await control('registerUntilAborted')).toBe(1)
      expect(await names()).toEqual([])
    })
  })

  test('the example of docs/tools.md prints what the page says', async () => {
    const text = await readFile(join(root, 'docs/tools.md'), 'utf8')
    const example = findExamples(text).find(({ code }) => code.includes('registerWebMcpTools(tools)'))!
    const page = await open(
      'example',
      example.code.replaceAll(
        /'mcp-over-fetch(\/tools)?'/g,
        (_, path) => `'./src/${path ? 'tools' : 'core'}/index.ts'`,
      ),
    )
    const message = await page.waitForEvent('console')
    checkOutput([message.text()], 'docs/tools.md', example)
    expect(await page.webmcp.callTool('weather', { city: 'Paris' })).toMatchObject({
      content: [{ text: '{"celsius":21}' }],
    })
    await page.close()
  })
})
