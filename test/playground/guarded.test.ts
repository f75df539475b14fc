/** What the playground never does: run or fetch what a server says, shut anybody out, or stand still. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installEverything, startEverything } from '../interop/everything.ts'
import { startHostile, THIRD } from './hostile.ts'
import { type Stage, setStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

beforeAll(async () => {
  ;[stage] = await Promise.all([setStage(), installEverything()])
}, 180_000)

afterAll(() => stage?.end())

describe('a hostile server', { timeout: 40_000 }, () => {
  test('is shown as text: nothing of it runs, nothing of it is fetched', async () => {
    const server = await startHostile()
    const { page, connect, press, locate, asked, complaints } = await stage.visit()
    await connect({ url: server.url })
    await locate('.code summary').click()
    for (const index of [0, 1]) {
      await locate('.items button').nth(index).click()
      for (let left = 5; left > 0 && (await locate('.absent button').count()) > 0; left--) {
        await locate('.absent button').first().click()
      }
      await press('JSON')
      await locate('.editor textarea').fill('{}')
      await press('Call')
      await locate('.outcome h3').waitFor()
      await page.evaluate(unfold)
    }
    await locate('.tabs button:has-text("Resources")').click()
    await locate('.items button').first().click()
    await press('Read')
    await locate('.outcome.good').waitFor()
    await locate('.tabs button:has-text("Prompts")').click()
    await locate('.items button').first().click()
    await press('Get')
    await locate('.outcome').waitFor()
    await press('Events')
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
    expect(asked().filter((origin) => origin.includes(THIRD))).toEqual([])
    expect(complaints).toEqual([])
    await server.stop()
  })

  test('gets a frame for its pages on a click, in which nothing runs either', async () => {
    const server = await startHostile()
    const { page, connect, press, locate, asked } = await stage.visit()
    await connect({ url: server.url })
    await locate('.tabs button:has-text("Resources")').click()
    await locate('.items button').first().click()
    await press('Read')
    await press('Show as a page, in a sandbox')
    await page.frameLocator('iframe.framed').locator('body').waitFor()
    expect(await locate('iframe.framed').getAttribute('sandbox')).toBe('')
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
    expect(asked().filter((origin) => origin.includes(THIRD))).toEqual([])
    await server.stop()
  })

  test('cannot frame the page', async () => {
    const { headers } = await fetch(stage.playground.url)
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
    expect(headers.get('content-security-policy')).toMatch(/require-trusted-types-for 'script'; trusted-types 'none'/)
  })
})

describe.each(['streamableHttp', 'sse'] as const)(
  'a server that others wrote, over %s',
  { timeout: 40_000 },
  (transport) => {
    test('is connected to, and its tools are called', async () => {
      const server = await startEverything(transport)
      const { connect, call, press, read, complaints } = await stage.visit()
      await connect({ url: server.url })
      // It wants to know the roots at once.
      await press('Send')
      expect(await read('.server-card')).toMatch(/everything/i)
      await call('echo', { message: 'hello' })
      expect(await read('.outcome.good pre')).toMatch(/hello/)
      await call('get-sum', { a: '2', b: '40' })
      expect(await read('.outcome.good')).toMatch(/42/)
      expect(complaints).toEqual([])
      await server.stop()
    })
  },
)

describe.each(['light', 'dark'] as const)('in %s colours', { timeout: 60_000 }, (colorScheme) => {
  test('nothing stands in the way of anybody', async () => {
    const visitor = await stage.visit('', { colorScheme })
    const { page, connect, call, locate, press } = visitor
    await locate('.preset').first().waitFor()
    expect(await examine(visitor)).toEqual([])
    await connect({ preset: '2025-11-25' })
    expect(await examine(visitor)).toEqual([])
    await call('add', { a: '2', b: '40' })
    await locate('.outcome .tag.good').waitFor()
    await locate('.wire-row:has-text("tools/call")').click()
    await locate('.code summary').click()
    expect(await examine(visitor)).toEqual([])
    await call('throw', { message: 'no' })
    await locate('.outcome.bad').waitFor()
    await press('Events')
    expect(await examine(visitor)).toEqual([])
    await call('ask')
    await locate('dialog').waitFor()
    expect(await examine(visitor)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 360, height: 780 })
    await locate('.pane-tabs button:has-text("Wire")').click()
    expect(await examine(visitor)).toEqual([])
  })
})

/** Opens everything that can be opened, also what appears by opening. */
async function unfold(): Promise<void> {
  for (let closed = ['']; closed.length > 0; await new Promise(requestAnimationFrame)) {
    const folds = [...document.querySelectorAll<HTMLDetailsElement>('.outcome details, .code')].filter(
      ({ open }) => !open,
    )
    for (const fold of folds) fold.open = true
    closed = folds.map(({ className }) => className)
  }
}

async function examine({ page }: Visitor): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  })
}
