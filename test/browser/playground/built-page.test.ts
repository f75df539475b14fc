/** The built page: size, content security policy, and a run in Firefox and WebKit. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../playground/server/miniflare.ts'
import { createScratch, type Scratch } from '../../../playground/server/scratch.ts'
import config from '../../../playground/vite.config.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { firefox } from '../../runtimes/firefox.ts'
import { webkit } from '../../runtimes/webkit.ts'
import { findProgram } from '../../support/programs.ts'
import { startHttpServer } from './http-server.ts'
import { openPlayground, type PlaygroundPage } from './page-object.ts'
import { serveBuiltPage } from './serve-built-page.ts'
import { startPlayground } from './start-playground.ts'

const MAX_FIRST_LOAD = 100_000

let scratch: Scratch
let built: string
let mock: RunningServer
let browser: Browser

beforeAll(async () => {
  scratch = await createScratch()
  built = join(scratch.path, 'dist')
  // Vitest sets it to `test`, and then libraries are bundled with their checks for development.
  process.env.NODE_ENV = 'production'
  const building = build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, outDir: built },
  })
  const launching = chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
  ;[mock, browser] = await Promise.all([startServer(), launching, building])
}, 60_000)

afterAll(() => Promise.all([browser?.close(), mock?.dispose(), scratch?.dispose()]))

test('the first load fits its size limit', async () => {
  const html = await readFile(join(built, 'index.html'), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  for (const path of files) {
    const text = await readFile(join(built, path), 'utf8')
    // Static imports of a script are part of the first load.
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      if (!files.includes(`assets/${name}`)) files.push(`assets/${name}`)
  }
  const sizes = await Promise.all(files.map(async (path) => gzipSync(await readFile(join(built, path))).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`first load of the playground: ${total} bytes of script and style, gzip`)
  expect(files.length).toBeGreaterThan(1)
  expect(total).toBeLessThanOrEqual(MAX_FIRST_LOAD)
})

test('the page can be installed: a manifest with icons of the sizes that it names, all kept for offline use', async () => {
  const html = await readFile(join(built, 'index.html'), 'utf8')
  expect(html).toContain('<link rel="manifest" href="./manifest.webmanifest"')
  const manifest = JSON.parse(await readFile(join(built, 'manifest.webmanifest'), 'utf8'))
  expect(manifest).toMatchObject({ name: 'mcp-over-fetch inspector', start_url: './', display: 'standalone' })
  const icons = manifest.icons as { src: string; sizes: string; purpose?: string }[]
  for (const { src, sizes } of icons) {
    const png = await readFile(join(built, src))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)].join('x')).toBe(sizes)
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const worker = await readFile(join(built, 'service-worker.js'), 'utf8')
  for (const name of ['manifest.webmanifest', ...icons.map(({ src }) => src)]) expect(worker).toContain(`"${name}"`)
  const page = await serveBuiltPage(built, { mock: mock.url, control: mock.controlUrl })
  const tab = await browser.newPage()
  try {
    await tab.goto(page.origin)
    const session = await tab.context().newCDPSession(tab)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A tab of a test is a private one.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  } finally {
    await tab.close()
    page.close()
  }
})

test('the page contains its content security policy, and nothing that the policy forbids', async () => {
  const html = await readFile(join(built, 'index.html'), 'utf8')
  expect(html).toContain('http-equiv="Content-Security-Policy"')
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/)
  expect(await readFile(join(built, '_headers'), 'utf8')).toMatch(/frame-ancestors 'none'/)
  const scripts = (await readdir(join(built, 'assets'))).filter((name) => name.endsWith('.js'))
  for (const name of scripts)
    expect(await readFile(join(built, 'assets', name), 'utf8')).not.toMatch(/\bnew Function\b|\beval\(/)
})

test('the page works below any path of a host, and once it was loaded, without the host', async () => {
  const requests: string[] = []
  const page = await startHttpServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    requests.push(path)
    const below = /^\/some\/path\/(.*)$/.exec(path)?.[1]
    const file = below === 'mock.json' ? undefined : below === '' ? 'index.html' : below
    if (below === 'mock.json') response.end(JSON.stringify({ mock: mock.url, control: mock.controlUrl }))
    else {
      const body = file && (await readFile(join(built, file)).catch(() => undefined))
      const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[file?.split('.').at(-1) ?? '']
      if (body) response.writeHead(200, { 'content-type': type ?? 'image/svg+xml' }).end(body)
      else response.writeHead(404).end()
    }
  })
  try {
    const playgroundPage = await openPlayground(browser, `${page.origin}/some/path/`, { serviceWorkers: 'allow' })
    const { connect, disconnect, call, locator, problems } = playgroundPage
    await connect({ preset: '2025-11-25' })
    await call('echo', { text: 'below a path' })
    await locator('.outcome.good').waitFor()
    expect(problems).toEqual([])
    expect(requests.filter((path) => !path.startsWith('/some/path/') && path !== '/favicon.ico')).toEqual([])
    await disconnect()
    await locator('.offline-line').waitFor()
    page.close()
    await checkWithoutHost(playgroundPage)
  } finally {
    page.close()
  }
}, 60_000)

/** The host of the page is gone, with the mock server's address; the mock server itself still runs. */
async function checkWithoutHost({ page, connect, call, read, locator, problems }: PlaygroundPage): Promise<void> {
  const stored = () => page.evaluate(() => caches.keys())
  expect(await stored()).toHaveLength(1)
  await page.reload()
  const offline = /demo servers and the self-test need the host[\s\S]*Works offline/
  await expect.poll(() => read('.welcome'), { timeout: 30_000 }).toMatch(offline)
  await connect({ url: `${mock.url}/r/offline/mcp` })
  await call('echo', { text: 'without the host' })
  await locator('.outcome.good').waitFor()
  await locator('.wire-row:has-text("tools/call")').click()
  await locator('.detail .message-row').first().waitFor()
  expect(problems.filter((text) => !/mock\.json|ERR_/.test(text))).toEqual([])
}

test('npm run dev serves the page from its sources, with the mock server', async () => {
  const playground = await startPlayground('--dev')
  try {
    const { page, connect, call, locator, problems } = await openPlayground(browser, playground.url)
    await connect({ preset: '2026-07-28' })
    await call('echo', { text: 'from sources' })
    await locator('.outcome.good').waitFor()
    expect(await page.evaluate(() => document.querySelector('script[src*="@vite/client"]') !== null)).toBe(true)
    expect(problems).toEqual([])
  } finally {
    await playground.stop()
  }
}, 60_000)

describe.each([firefox, webkit])('in $name', (runtime) => {
  test('the page connects, calls a tool, shows a dialog, and draws the timeline', async () => {
    const page = await serveBuiltPage(built, { mock: mock.url, control: mock.controlUrl })
    const bundle = join(scratch.path, runtime.name)
    await mkdir(bundle)
    await copyFile(fileURLToPath(new URL('redirect-to-page.mjs', import.meta.url)), join(bundle, 'page.mjs'))
    await writeFile(join(bundle, 'suite.js'), `export const pageUrl = ${JSON.stringify(`${page.origin}/`)}`)
    try {
      const results = await runtime.run({ url: mock.url, controlUrl: mock.controlUrl, bundle })
      expect(results).toEqual([{ name: 'the page works', ok: true, ms: 0 }])
    } finally {
      page.close()
    }
  })
})
