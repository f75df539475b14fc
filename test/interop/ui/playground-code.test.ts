/** The React components that the playground shows as code, mounted with real React against the mock server. */
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeReact } from '../../../playground/src/code/react.ts'
import type { CodeAction } from '../../../playground/src/code/source.ts'
import { emptyTarget } from '../../../playground/src/state/target.ts'
import { createMockServer } from '../../../src/testing/index.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'
import { bundleFor } from './bundle.ts'

const content = `{
  tools: { greet: { run: ({ name }) => 'Hello, ' + name } },
  resources: { 'file:///notes': { read: 'my notes' } },
  prompts: { review: { get: 'Please review.' } },
}`

/** What is shown, once the first button is pressed. */
const cases: [string, CodeAction | undefined, RegExp][] = [
  ['the state of the connection', undefined, /^ready$/],
  ['a call', { kind: 'tool', name: 'greet', args: { name: 'Ada' } }, /Hello, Ada/],
  ['a list', { kind: 'list', list: 'tools' }, /^greet$/],
  ['a resource', { kind: 'resource', uri: 'file:///notes' }, /my notes/],
  ['a prompt', { kind: 'prompt', name: 'review', args: {} }, /Please review\./],
  ['changes', { kind: 'listen', watched: [] }, /subscribed/],
]

describe('the component that the playground shows for', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
  }, 30_000)
  afterAll(() => browser.close())

  test.for(cases)('%s runs', async ([, action, shown]) => {
    const target = { ...emptyTarget, url: createMockServer().url }
    const component = writeReact({ target, actions: action ? [action] : [] })
    const contents = `${component}
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createMockServer } from 'mcp-over-fetch/testing'
const server = createMockServer(${content})
globalThis.fetch = (url, init) => server.fetch(url, init)
createRoot(document.body.appendChild(document.createElement('div'))).render(createElement(Example))`
    const script = await bundleFor('react-19', component, 'browser', {
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'tsx' },
    })
    const page = await browser.newPage()
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    try {
      await page.route('**/*', (route) =>
        route.request().url().endsWith('/app.js')
          ? route.fulfill({ contentType: 'text/javascript', body: script })
          : route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,"><body>' }),
      )
      await page.goto('https://app.example/')
      await page.addScriptTag({ url: '/app.js', type: 'module' })
      await page.locator('section').waitFor()
      if (component.includes('onClick')) await page.locator('section button:enabled').first().click()
      await expect.poll(() => page.locator('section').innerText()).toMatch(shown)
      expect(failures).toEqual([])
    } finally {
      await page.close()
    }
  })
})
