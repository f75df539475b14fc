/** Plain pages in Chromium that use the installed package without a bundler: requests and bytes are counted. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../playground/server/miniflare.ts'
import type { Scratch } from '../../playground/server/scratch.ts'
import { manifest } from '../../scripts/build/entries.ts'
import { type HttpServer, startHttpServer } from '../browser/playground/http-server.ts'
import { chromiumArguments } from '../runtimes/chromium.ts'
import { findProgram } from '../support/programs.ts'
import { dist } from './modules.ts'
import { createInstalled } from './pack.ts'

const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html' }
const folder = `/node_modules/${manifest.name}/`

describe('a plain page', () => {
  let installed: Scratch
  let mock: RunningServer
  let browser: Browser
  let site: HttpServer
  const pages = new Map<string, string>()

  beforeAll(async () => {
    ;[installed, mock] = await Promise.all([createInstalled(), startServer()])
    browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
    site = await startHttpServer(async (request, response) => {
      const path = request.url ?? '/'
      const file = () => readFile(join(installed.path, path)).catch(() => undefined)
      const body = pages.get(path) ?? (await file())
      response.writeHead(body ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body)
    })
  }, 60_000)
  afterAll(async () => {
    site.close()
    await Promise.all([browser.close(), mock.dispose(), installed.dispose()])
  })

  /** Opens a page with this head whose script makes a call; gives its title, which is the answer, and what it loaded. */
  async function open(name: string, head: string, specifier: string) {
    pages.set(
      `/${name}.html`,
      `<!doctype html><link rel="icon" href="data:,">${head}<script type="module">
        import { connect } from '${specifier}'
        const client = await connect('${mock.url}/mcp')
        const { content } = await client.callTool('echo', { text: 'hello from a page' })
        document.title = JSON.stringify(content)
        await client.close()
      </script>`,
    )
    const page = await browser.newPage()
    const loaded: number[] = []
    const failures: string[] = []
    const failed = new Promise<void>((resolve) => {
      const fail = (text: string) => resolve(void failures.push(text))
      page.on('console', (message) => fail(message.text()))
      page.on('pageerror', (error) => fail(error.message))
    })
    page.on('response', async (response) => {
      if (response.url().startsWith(site.origin + folder)) loaded.push((await response.body()).length)
    })
    await page.goto(`${site.origin}/${name}.html`)
    await Promise.race([failed, page.waitForFunction('document.title').catch(() => undefined)])
    const title = await page.title()
    await page.close()
    return { title, failures, requests: loaded.length, bytes: loaded.reduce((sum, bytes) => sum + bytes, 0) }
  }

  test('calls a tool with an import map: at most 12 requests and 264 KiB', async () => {
    const imports = { [manifest.name]: `${folder}core/index.js` }
    const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`
    const { title, failures, requests, bytes } = await open('import-map', map, manifest.name)
    console.log(`import map: ${requests} requests, ${bytes} bytes`)
    expect(title, failures.join('\n')).toContain('hello from a page')
    expect(requests).toBeLessThanOrEqual(12)
    // The client alone, readable and uncompressed. Its size over the wire is in budget.json.
    expect(bytes).toBeLessThanOrEqual(264 * 1_024)
  })

  test('calls a tool with the prebuilt file: 1 request and at most 126 kB', async () => {
    const { title, failures, requests, bytes } = await open('bundle', '', `${folder}bundle.js`)
    console.log(`prebuilt file: ${requests} request, ${bytes} bytes`)
    expect(title, failures.join('\n')).toContain('hello from a page')
    expect(requests).toBe(1)
    expect(bytes).toBeLessThanOrEqual(126_000)
  })

  test('loads the prebuilt file by the hash in the published README, and no other file', async () => {
    const readme = await readFile(join(dist, 'README.md'), 'utf8')
    const hash = /sha384-[A-Za-z0-9+/]{64}/.exec(readme)?.[0] ?? 'none in the README'
    expect(hash).toBe(
      `sha384-${createHash('sha384')
        .update(await readFile(join(dist, 'bundle.js')))
        .digest('base64')}`,
    )
    const preload = (value: string) => `<link rel="modulepreload" href="${folder}bundle.js" integrity="${value}">`
    expect((await open('right-hash', preload(hash), `${folder}bundle.js`)).title).toContain('hello from a page')
    const wrong = await open('wrong-hash', preload(`sha384-${'A'.repeat(64)}`), `${folder}bundle.js`)
    expect([wrong.title, wrong.failures.join()]).toEqual(['', expect.stringContaining('digest')])
  })
})
