/** The store on every library for user interfaces: the same scenarios in Chromium, and rendering on a server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'
import { bundleFor, peersFolder, recipe } from './bundle.ts'

/** Each library with the file of its binding. */
const libraries = [
  ['react-18', 'react'],
  ['react-19', 'react'],
  ['preact', 'react'],
  ['vue', 'vue'],
  ['svelte', 'svelte'],
  ['solid', 'solid'],
] as const

const APP = 'https://app.example/'

describe('a user interface over a store', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
  }, 30_000)
  afterAll(() => browser.close())

  /** Runs a module in a page of a secure origin; resolves to what it leaves in `globalThis.outcome`. */
  async function runInPage(script: string): Promise<unknown> {
    const page = await browser.newPage()
    const failures: string[] = []
    page.on('pageerror', (error) => failures.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
    try {
      await page.route('**/*', (route) =>
        route.request().url().endsWith('/app.js')
          ? route.fulfill({ contentType: 'text/javascript', body: script })
          : route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,"><body>' }),
      )
      await page.goto(APP)
      await page.addScriptTag({ url: '/app.js', type: 'module' })
      const outcome = await page.evaluate(() => (globalThis as { outcome?: unknown }).outcome)
      expect(failures).toEqual([])
      return outcome
    } finally {
      await page.close()
    }
  }

  test.for(libraries)('keeps its promises on %s', async ([library, file]) => {
    const script = await bundleFor(
      library,
      `import { run } from './scenarios.ts'
       import { binding } from './bindings/${file}.ts'
       globalThis.outcome = run(binding)`,
    )
    const outcomes = (await runInPage(script)) as Record<string, unknown>
    expect(Object.values(outcomes).filter(Boolean), JSON.stringify(outcomes, undefined, 2)).toEqual([])
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(file === 'react' ? 7 : 6)
  })

  test.for(['react-18', 'react-19', 'preact'])('has hooks for tools and calls on %s', async (library) => {
    const script = await bundleFor(library, `import { run } from './react-scenarios.ts'; globalThis.outcome = run()`)
    const outcomes = (await runInPage(script)) as Record<string, unknown>
    expect(Object.values(outcomes).filter(Boolean), JSON.stringify(outcomes, undefined, 2)).toEqual([])
    expect(Object.keys(outcomes).length).toBeGreaterThanOrEqual(5)
  })

  test('does on React what docs/ui.md says', async () => {
    const script = await bundleFor(
      'react-19',
      `import { run } from './documented-react.ts'; globalThis.outcome = run()`,
    )
    expect(await runInPage(script)).toEqual({
      tools: 'render: Renders a scene',
      asked: 'Deploy to production?YesNo',
      login: 'Sign in',
      deployed: 'Deploydeployed to production',
    })
  })

  test.for(['vue', 'svelte', 'solid'])('has a recipe of at most twelve lines for %s', async (library) => {
    const lines = (await recipe(library)).split('\n').filter((line) => line.trim() !== '')
    expect(lines.length).toBeLessThanOrEqual(12)
  })

  test.for(libraries)('is idle and requests nothing when it is rendered on a server: %s', async ([library]) => {
    const file = library.startsWith('react') ? 'react' : library
    const code = await bundleFor(library, `export * from './server-rendering/${file}.ts'`, 'node')
    // Inside the folder of the peers, so that what the bundle leaves to Node is found there.
    const folder = await mkdtemp(join(peersFolder, 'rendered-'))
    try {
      const path = join(folder, `${library}.mjs`)
      await writeFile(path, code)
      const { render } = (await import(pathToFileURL(path).href)) as { render(): Promise<[string, number]> }
      const [html, requests] = await render()
      expect(html).toContain('idle')
      expect(requests).toBe(0)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
