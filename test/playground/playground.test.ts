/** What a person can rely on in the playground, seen in Chromium. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build, preview } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import config from '../../playground/vite.config.ts'
import { createScratch } from '../runtimes/scratch.ts'
import { type Playground, startPlayground } from './start.ts'
import { startBrowser, type Visitor, visit } from './visitor.ts'

let browser: Browser
let playground: Playground

beforeAll(async () => {
  ;[playground, browser] = await Promise.all([startPlayground(), startBrowser()])
}, 60_000)

afterAll(async () => {
  await Promise.all([browser?.close(), playground?.stop()])
})

describe('the page', { timeout: 20_000 }, () => {
  let visitor: Visitor

  beforeAll(async () => {
    visitor = await visit(browser, playground.url)
    await visitor.connect()
  }, 20_000)

  afterEach(() => expect(visitor.complaints).toEqual([]))

  test('shows who the server is and which tools it has', async () => {
    expect(await visitor.read('.server')).toMatch(/mock[\s\S]*2025-11-25[\s\S]*Streamable HTTP[\s\S]*listChanged/)
    expect(await visitor.read('.tools')).toMatch(/\becho\s+Returns the text/)
  })

  test('shows what a tool returns as text, also when it looks like markup', async () => {
    await visitor.call('echo', { text: '<img src="x" onerror="alert()">' })
    expect(await visitor.read('.outcome.good pre')).toBe('<img src="x" onerror="alert()">')
    expect(await visitor.locate('.outcome img').count()).toBe(0)
  })

  test('shows images and structured content', async () => {
    await visitor.call('test_image_content')
    await visitor.locate('.outcome img[src^="data:image/png"][alt]').waitFor()
    await visitor.call('add', { a: '2', b: '40' })
    expect(await visitor.read('.outcome.good')).toMatch(/Structured content\s+\{\s+"sum": 42\s+\}/)
  })

  test('tells a tool that reports an error from a call that fails', async () => {
    await visitor.call('fail')
    expect(await visitor.read('.outcome.warning')).toMatch(/reports an error[\s\S]*isError[\s\S]*always fails/)
    await visitor.call('throw', { message: 'out of tea' })
    expect(await visitor.read('.outcome.bad')).toMatch(/failed[\s\S]*rpc[\s\S]*answered[\s\S]*out of tea/)
  })

  test('shows how far a call is, stops it, and goes on working', async () => {
    await visitor.call('count', { to: '100000', every: '20' })
    await visitor.locate('.running p:has-text("of 100000")').waitFor()
    await visitor.press('Stop')
    expect(await visitor.read('.outcome.quiet h3')).toMatch(/^Stopped after/)
    await visitor.call('echo', { text: 'still here' })
    expect(await visitor.read('.outcome.good pre')).toBe('still here')
  })
})

test('the built page works under its strict policy', { timeout: 30_000 }, async () => {
  const scratch = await createScratch()
  const built = { outDir: scratch.path, emptyOutDir: true }
  const shared = { ...config, configFile: false, logLevel: 'silent' } as const
  try {
    await build({ ...shared, build: built })
    const html = await readFile(join(scratch.path, 'index.html'), 'utf8')
    expect(html).toContain('http-equiv="Content-Security-Policy"')
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=/)
    const server = await preview({ ...shared, build: built, preview: { ...config.preview, port: 0 } })
    try {
      const visitor = await visit(browser, server.resolvedUrls!.local[0]!)
      await visitor.connect(playground.mockUrl)
      await visitor.call('test_multiple_content_types')
      await visitor.locate('.outcome figcaption:has-text("1 × 1 pixels")').waitFor()
      expect(visitor.complaints).toEqual([])
    } finally {
      await server.close()
    }
  } finally {
    await scratch.dispose()
  }
})

test('when it is told to end, page and mock server end with it', { timeout: 20_000 }, async () => {
  await playground.end()
  await expect(fetch(playground.url)).rejects.toThrow()
  await expect(fetch(playground.mockUrl)).rejects.toThrow()
})
