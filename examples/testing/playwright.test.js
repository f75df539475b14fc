/** Playwright: a page that uses MCP, in Chromium, with a mock server behind `page.route`. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createMockServer } from 'mcp-over-fetch/testing'
import { chromium } from 'playwright-core'

const page = `<!doctype html><output></output><script type="module">
  import { connect } from '/bundle.js'
  const client = await connect('https://tools.example.com/mcp')
  const { structuredContent } = await client.callTool('add', { a: 1, b: 2 })
  document.querySelector('output').textContent = structuredContent.sum
</script>`

test('a page adds two numbers', async () => {
  const mock = createMockServer()
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
  const tab = await browser.newPage()
  await tab.route('https://app.example/', (route) => route.fulfill({ contentType: 'text/html', body: page }))
  const bundle = await readFile(new URL(import.meta.resolve('mcp-over-fetch/bundle')), 'utf8')
  await tab.route('https://app.example/bundle.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: bundle }),
  )
  await tab.route('https://tools.example.com/**', async (route) => {
    const request = route.request()
    const init = { method: request.method(), headers: request.headers(), body: request.postData() }
    const response = await mock.handle(new Request(request.url(), init))
    const headers = Object.fromEntries(response.headers)
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
  })

  await tab.goto('https://app.example/')
  await tab.locator('output', { hasText: '3' }).waitFor()
  assert.equal(mock.journal.calls('tools/call').length, 1)
  await browser.close()
})
