/** The clients of other SDKs over our transport in Chromium. */
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { chromium } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { installClients } from '../../mock-server/peers/other-clients.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { root } from '../../support/paths.ts'
import { findProgram } from '../../support/programs.ts'
import { allHosts } from './hosts.ts'
import type { PageResult } from './page/page.ts'

const page = join(import.meta.dirname, 'page')

beforeAll(installClients, 240_000)

/** Takes the SDKs into the bundle, instead of loading them as Node does. */
const bundledSdks: Plugin = {
  name: 'bundled SDKs',
  setup({ onResolve }) {
    onResolve({ filter: /other-clients\.ts$/ }, () => ({ path: join(page, 'load.ts') }))
  },
}

test('every client does in Chromium what it does in Node', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(page, 'page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    nodePaths: [join(root, 'test/mock-server/peers/node_modules')],
    plugins: [bundledSdks],
    logLevel: 'silent',
  })
  const browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: [...chromiumArguments] })
  try {
    const tab = await browser.newPage()
    await tab.route('https://app.example/**', (route) => {
      const isScript = route.request().url().endsWith('.js')
      const script = { contentType: 'text/javascript', body: outputFiles[0]!.text }
      const html = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.js"></script>'
      return route.fulfill(isScript ? script : { contentType: 'text/html', body: html })
    })
    await tab.goto('https://app.example/')
    await tab.waitForFunction('globalThis.results')
    const results = (await tab.evaluate('results')) as PageResult[]
    const expected = Object.keys(allHosts).flatMap((host) =>
      ['2026-07-28', '2025-11-25', 'HTTP+SSE'].map((kind) => ({
        name: `${host} on ${kind}`,
        seen: ['echo', 'ask', 'first', ...(kind === 'HTTP+SSE' ? [] : ['accept blue', 'after a restart'])],
      })),
    )
    expect(results).toEqual(expected)
  } finally {
    await browser.close()
  }
})
