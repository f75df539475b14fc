/** Journaled calls in Chromium: the page is closed or crashes at every event of the wire, and another tab goes on. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DurableCall } from '../../../src/durable/index.ts'
import { createMockServer, type MockServer, toNodeHandler } from '../../../src/testing/index.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'

let browser: Browser
let context: BrowserContext
let http: Server
let origin: string
let server: MockServer
let executions = 0
let events = 0
let onEvent: (event: number) => Promise<void> = async () => {}
const tick = () => onEvent(++events)

beforeAll(async () => {
  const entry = fileURLToPath(new URL('page.ts', import.meta.url))
  const options = { bundle: true, write: false, format: 'esm', target: 'es2022' } as const
  const { outputFiles } = await build({ entryPoints: [entry], ...options })
  const html = `<!doctype html><link rel="icon" href="data:,"><script type="module">${outputFiles[0]!.text.replaceAll('</script', '<\\/script')}</script>`
  const serve = toNodeHandler(async (request) => {
    if (new URL(request.url).pathname === '/mcp') {
      // Only what belongs to calls: the handshake happens before.
      if (request.method === 'POST' && (await request.clone().text()).includes('"tools/call"')) await tick()
      return server.handle(request)
    }
    return new Response(html, { headers: { 'content-type': 'text/html' } })
  })
  http = createServer(serve as never)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  browser = await chromium.launch({ executablePath: await findProgram('chromium'), args: chromiumArguments })
  context = await browser.newContext()
})

afterAll(async () => {
  await browser.close()
  http.closeAllConnections()
  http.close()
})

function reset(version: string): void {
  executions = 0
  events = 0
  onEvent = async () => {}
  server = createMockServer({
    versions: [version],
    tools: {
      count: {
        async run(_args, { progress }) {
          executions++
          for (const step of [1, 2, 3]) {
            await progress(step, 3)
            await tick()
          }
          return 'counted'
        },
      },
      pay: { run: async (_args, { elicit }) => `${(await elicit('Pay?')).action} ${++executions}` },
    },
  })
}

async function open(version: string, database: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/?version=${version}&database=${database}`)
  await page.waitForFunction("document.title === 'ready'")
  return page
}

const ended = (call: DurableCall | undefined) => call !== undefined && !['running', 'waiting'].includes(call.status)

/** The call, once it has ended, as a page sees it. */
async function outcome(page: Page): Promise<DurableCall> {
  const read = () => page.evaluate(async () => (await window.calls.list())[0])
  await expect.poll(async () => ended(await read()), { timeout: 10_000, interval: 50 }).toBe(true)
  return (await read())!
}

const deaths: Record<string, (page: Page) => Promise<void>> = {
  'is closed': (page) => page.close(),
  async crashes(page) {
    const session = await context.newCDPSession(page)
    // It never answers.
    void session.send('Page.crash').catch(() => {})
    await page.waitForEvent('crash')
  },
}

describe.each(['2025-11-25', '2026-07-28'])('a page with journaled calls (%s)', (version) => {
  test.for(Object.entries(deaths))('that %s: its call ends once, in another tab', async ([how, die]) => {
    const isResumable = version === '2025-11-25'
    reset(version)
    const database = `${version} ${how}`
    const whole = await open(version, `${database} whole`)
    await whole.evaluate(() => window.start('count'))
    expect(await outcome(whole)).toMatchObject({ status: 'answered', result: { content: [{ text: 'counted' }] } })
    await whole.close()
    const total = events
    const seen: string[] = []
    for (let at = 1; at <= total; at++) {
      reset(version)
      const first = await open(version, `${database} ${at}`)
      // Already open while the other dies, or opened later.
      const early = at % 2 ? await open(version, `${database} ${at}`) : undefined
      const died = new Promise<void>((resolve) => {
        onEvent = async (event) => {
          if (event !== at) return
          // What was sent before this event has arrived, and is stored.
          if (isResumable && at > 1) await expect.poll(() => first.evaluate(() => window.canGoOn())).toBe(true)
          await die(first)
          resolve()
        }
      })
      await first.evaluate(() => window.start('count'))
      await died
      const second = early ?? (await open(version, `${database} ${at}`))
      const call = await outcome(second)
      seen.push(call.status)
      expect(executions, `at ${at}`).toBeLessThanOrEqual(1)
      if (call.status === 'answered') expect(executions).toBe(1)
      expect(server.journal.calls('tools/call').length).toBeLessThanOrEqual(1)
      await Promise.all([second.close(), how === 'crashes' && first.close()])
    }
    const [first, ...others] = seen
    expect(first).toBe('unknown')
    expect(new Set(others)).toEqual(new Set([isResumable ? 'answered' : 'unknown']))
  })
})

const countOf = (page: Page, key: 'running' | 'waiting') =>
  expect.poll(() => page.evaluate(async (name) => (await window.calls.list()) && window.calls.get()[name], key))

const answered = { status: 'answered', result: { content: [{ type: 'text', text: 'accept 1' }] } }

describe('a page whose call has a question', () => {
  test('gets it answered there, while the call waits', async () => {
    reset('2026-07-28')
    const page = await open('2026-07-28', 'question')
    await page.evaluate(() => window.start('pay'))
    await countOf(page, 'waiting').toBe(1)
    expect(await page.evaluate(() => window.answer())).toMatchObject(answered.result)
    expect(await outcome(page)).toMatchObject(answered)
    await page.close()
  })

  test.for([
    ['in another tab', 'another'],
    ['after a reload', 'reload'],
    ['in another tab, once it is closed', 'closed'],
  ] as const)('gets it answered %s', async ([, where]) => {
    reset('2026-07-28')
    const database = `question ${where}`
    const first = await open('2026-07-28', database)
    await first.evaluate(() => window.start('pay'))
    await countOf(first, 'waiting').toBe(1)
    if (where === 'reload') {
      await first.reload()
      await first.waitForFunction("document.title === 'ready'")
    }
    if (where === 'closed') await first.close()
    const second = where === 'reload' ? first : await open('2026-07-28', database)
    expect(await second.evaluate(() => window.answer())).toMatchObject(answered.result)
    expect(await outcome(second)).toMatchObject(answered)
    if (where === 'another') expect(await outcome(first)).toMatchObject(answered)
    expect(executions).toBe(1)
    await Promise.all([first, second].filter((page) => !page.isClosed()).map((page) => page.close()))
  })
})

test('a page that is reloaded in the middle of a call gets its answer', async () => {
  reset('2025-11-25')
  const page = await open('2025-11-25', 'reload in a call')
  const reloaded = new Promise<void>((resolve) => {
    onEvent = async (event) => {
      if (event !== 3) return
      await expect.poll(() => page.evaluate(() => window.canGoOn())).toBe(true)
      await page.reload()
      resolve()
    }
  })
  await page.evaluate(() => window.start('count'))
  await reloaded
  await page.waitForFunction("document.title === 'ready'")
  expect(await outcome(page)).toMatchObject({ status: 'answered', result: { content: [{ text: 'counted' }] } })
  expect(executions).toBe(1)
  await page.close()
})
