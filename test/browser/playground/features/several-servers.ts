/** Several servers at once: tabs, each with everything of its own, and one timeline for all on demand. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'
import { findViolations } from './accessibility.ts'

const tabs = '.server-tabs .server-tab'

/** Two servers in two tabs, after a call to each. */
async function connectTwo(fixture: Fixture, { page, connect, call, press, locator }: PlaygroundPage) {
  const [first, second] = [fixture.realm(), fixture.realm()]
  await connect({ url: first.url })
  await call('echo', { text: 'for the first' })
  await locator('.outcome.good').waitFor()
  await press('Connect to another server')
  await locator('.welcome').waitFor()
  expect(await page.getByLabel('Server URL').inputValue()).toBe('')
  await connect({ url: second.url })
  return { first, second }
}

export function testSeveralServers(fixture: () => Fixture): void {
  describe('several servers at once', () => {
    test(
      'each tab has its own arguments, results, roots and wire; closing one leaves the other',
      withPage(fixture, async (playgroundPage) => {
        const { page, call, open, press, read, locator, problems } = playgroundPage
        const { first, second } = await connectTwo(fixture(), playgroundPage)
        expect(await locator(tabs).count()).toBe(2)
        expect(await locator('.wire-row:has-text("echo")').count()).toBe(0)
        expect(await read('#wire-tab-history')).toMatch(/History\s+0/)
        await open('Tools', 'echo')
        expect(await page.getByLabel(/^text /).inputValue()).toBe('')
        expect(await locator('.outcome').count()).toBe(0)
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('roots')
        await press('Call')
        await page.getByLabel('Root URIs, one per line').fill('file:///second')
        await page.getByLabel('Send the same roots from now on').check()
        await press('Send')
        await locator('.outcome.good').waitFor()

        await locator(tabs).first().click()
        expect(await read('.main-pane h2')).toBe('echo')
        expect(await read('.outcome.good pre')).toBe('for the first')
        expect(await locator('.wire-row:has-text("roots/list")').count()).toBe(0)
        await locator('.server-card').click()
        expect(await read('.roots')).toMatch(/asks you when it needs roots/)
        await call('echo', { text: 'again' })
        await expect.poll(() => read('.outcome.good pre')).toBe('again')
        expect(JSON.stringify(await first.journal())).not.toMatch('file:///second')
        expect(JSON.stringify(await second.journal())).not.toMatch(/for the first|again/)

        await locator('.close-tab').first().click()
        expect(await locator(tabs).count()).toBe(0)
        expect(await read('.main-pane h2')).toBe('ask')
        await call('echo', { text: 'still here' })
        await expect.poll(() => read('.outcome.good pre')).toBe('still here')
        expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
          JSON.stringify(first.url).slice(1, -1).concat('","transport'),
        )
        expect(problems).toEqual([])
      }),
    )

    test(
      'one timeline shows all servers, and its rows name theirs',
      withPage(fixture, async (playgroundPage) => {
        const { call, press, read, locator, problems } = playgroundPage
        await connectTwo(fixture(), playgroundPage)
        await call('echo', { text: 'for the second' })
        await locator('.outcome.good').waitFor()
        await press('All servers')
        const rows = locator('.wire-row:has-text("tools/call · echo")')
        await expect.poll(() => rows.count()).toBe(2)
        const [one, other] = await rows.locator('.wire-server').allInnerTexts()
        expect(one).not.toBe(other)
        expect(await locator(tabs).allInnerTexts()).toEqual([one, other].map((name) => expect.stringContaining(name!)))
        await rows.first().click()
        await expect.poll(() => read('.detail')).toMatch(/for the first/)
        await press('All servers')
        await expect.poll(() => rows.count()).toBe(1)
        expect(problems).toEqual([])
      }),
    )

    test(
      'Back and Forward go to the right server, and a reload brings both back',
      withPage(fixture, async (playgroundPage) => {
        const { page, open, press, read, locator, problems } = playgroundPage
        const { first, second } = await connectTwo(fixture(), playgroundPage)
        await open('Tools', 'add')
        await page.goBack()
        expect(await locator('.server-card[aria-current]').count()).toBe(1)
        await page.goBack()
        await locator('.welcome').waitFor()
        await page.goBack()
        expect(await read('.main-pane h2')).toBe('echo')
        expect(await read('.status-line .address')).toBe(first.url)
        await page.goForward()
        await page.goForward()
        await page.goForward()
        expect(await read('.main-pane h2')).toBe('add')
        expect(await read('.status-line .address')).toBe(second.url)

        await page.reload()
        await expect.poll(() => read('.main-pane h2')).toBe('add')
        expect(await read('.status-line .address')).toBe(second.url)
        await expect.poll(() => locator('.server-tabs .status-connected').count()).toBe(2)
        await locator(tabs).first().click()
        await expect.poll(() => read('.main-pane h2')).toBe('echo')
        expect(await page.getByLabel(/^text /).inputValue()).toBe('for the first')
        await press('Disconnect')
        await locator('.welcome').waitFor()
        await page.reload()
        await expect.poll(() => locator('.server-tabs .status-connected').count()).toBe(1)
        expect(problems).toEqual([])
      }),
    )

    test(
      'the arrow keys move between tabs, Delete closes one, and axe finds nothing',
      withPage(fixture, async (playgroundPage) => {
        const { page, locator, read, press, problems } = playgroundPage
        const { first } = await connectTwo(fixture(), playgroundPage)
        await locator(tabs).nth(1).focus()
        await page.keyboard.press('ArrowLeft')
        await expect.poll(() => read('.status-line .address')).toBe(first.url)
        const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-current'))
        await expect.poll(focused).toBe('true')
        await press('All servers')
        await page.setViewportSize({ width: 360, height: 780 })
        expect(await findViolations(playgroundPage)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
        await locator(tabs).first().focus()
        await page.keyboard.press('Delete')
        await expect.poll(() => locator(tabs).count()).toBe(0)
        await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
        expect(problems).toEqual([])
      }),
    )
  })
}
