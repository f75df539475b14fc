/** The examples of docs/apps.md: they are run as they are printed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chromium, type Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAppProxy } from '../../../src/apps/index.ts'
import { viewPage } from '../../../src/testing/apps/view-script.ts'
import { createMockServer, mockApps } from '../../../src/testing/index.ts'
import { findExamples } from '../../package/markdown-examples.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { root } from '../../support/paths.ts'
import { findProgram } from '../../support/programs.ts'

const page = await readFile(join(root, 'docs/apps.md'), 'utf8')

async function program(text: string): Promise<string> {
  const examples = findExamples(page, ['ts', 'js']).filter(({ code }) => code.includes(text))
  expect(examples).toHaveLength(1)
  const { outputFiles } = await build({
    stdin: { contents: examples[0]!.code, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['node:*'],
    alias: {
      'mcp-over-fetch/apps': join(root, 'src/apps/index.ts'),
      'mcp-over-fetch': join(root, 'src/core/index.ts'),
    },
  })
  return outputFiles[0]!.text
}

const load = async (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)

test('the page shows the view of a tool, and its result where the view is missing', async () => {
  const script = await program('viewOf(tool)')
  const view = viewPage(
    `on('ui/notifications/tool-result', ({ content }) => { document.querySelector('p').textContent = content[0].text }); start().then(settled)`,
    '<p></p>',
  )
  const server = createMockServer({ ...mockApps({ weather: { html: view } }), origin: 'https://tools.example.com' })
  const proxy = createAppProxy({ hosts: ['https://app.example.com'] })
  const browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: [...chromiumArguments] })
  try {
    const tab = await browser.newPage()
    const answer = async (route: Route, handle: (request: Request) => Response | Promise<Response>) => {
      const request = route.request()
      const body = request.postDataBuffer()
      const init = {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(body && { body: new Uint8Array(body) }),
      }
      delete (init.headers as Record<string, string>)['content-length']
      const response = await handle(new Request(request.url(), init))
      const headers = Object.fromEntries(response.headers)
      await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
    }
    await tab.route('https://tools.example.com/**', (route) => answer(route, (request) => server.handle(request)))
    const proxied: string[] = []
    await tab.route('https://*.apps.example.com/**', (route) => {
      proxied.push(route.request().url())
      return answer(route, proxy)
    })
    await tab.route('https://app.example.com/**', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({
            contentType: 'text/html',
            body: '<button id="close">Close</button><div id="app"></div><script type="module" src="/page.js"></script>',
          }),
    )
    await tab.goto('https://app.example.com/')
    const shown = tab.frameLocator('iframe').frameLocator('iframe').locator('p')
    await expect.poll(() => shown.textContent()).toBe('{"city":"Paris"}')
    expect(proxied).toEqual([expect.stringMatching(/^https:\/\/[0-9a-f]{32}\.apps\.example\.com\/$/)])
    await tab.click('#close')
    await expect.poll(() => tab.locator('iframe').count()).toBe(0)
    server.configure(mockApps({ weather: { html: view, mimeType: 'text/html' } }))
    await tab.goto('https://app.example.com/')
    await expect.poll(() => tab.textContent('#app')).toMatch(/^The view cannot be shown .*not of the type.*Paris/)
  } finally {
    await browser.close()
  }
})

test('the Worker serves the proxy page', async () => {
  const { default: worker } = await load(await program('export default'))
  const response: Response = await worker.fetch(new Request('https://x.apps.example.com/'))
  expect(response.headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/app\.example\.com$/)
})

test('the static page is written to a file', async () => {
  const code = (await program('staticAppProxy')).replace(
    'from "node:fs/promises"',
    `from "data:text/javascript,export const writeFile = (...given) => { globalThis.written = given }"`,
  )
  await load(code)
  const [name, text] = (globalThis as { written?: string[] }).written ?? []
  expect([name, text?.slice(0, 15)]).toEqual(['proxy.html', '<!doctype html>'])
})
