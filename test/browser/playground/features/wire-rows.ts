/** The rows of the timeline: what they say, and how they are found. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testWireRows(fixture: () => Fixture): void {
  describe('rows of the timeline', () => {
    test(
      'say which tool, resource and prompt, how long and how much, with the whole sentence as a tooltip',
      withPage(fixture, async ({ connect, call, open, press, locator, waitForWireRow }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'hello' })
        await locator('.outcome.good').waitFor()
        await open('Resources', 'Static text')
        await press('Read')
        await waitForWireRow(/resources\/read · test:\/\/static-text/)
        await open('Prompts', 'test_simple_prompt')
        await press('Get')
        await waitForWireRow(/prompts\/get · test_simple_prompt/)
        const row = locator('.wire-row', { hasText: 'tools/call · echo' }).first()
        expect(await row.innerText()).toMatch(/\d ms[\s\S]*\d B|\d B[\s\S]*\d ms/)
        expect(await row.getAttribute('title')).toMatch(
          /^POST tools\/call · echo, status 200, \d+ events, [\d.]+ k?B, \d+ m?s/,
        )
      }),
    )

    test(
      'are found by the names of tools, by headers and by bodies',
      withPage(fixture, async ({ page, connect, call, locator, openWireTab }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'needle-in-body' })
        await locator('.outcome.good').waitFor()
        await call('add', { a: '2', b: '40' })
        await locator('.outcome .tag.good').waitFor()
        const rows = async (filter: string) => {
          await page.getByLabel('Filter the wire').fill(filter)
          await page.waitForTimeout(100)
          return (await locator('.wire-row .wire-name').allInnerTexts()).map((text) => text.trim())
        }
        expect(await rows('· echo')).toEqual(['tools/call · echo'])
        expect(await rows('needle-in-body')).toEqual(['tools/call · echo'])
        expect(await rows('structuredContent')).toContain('tools/call · add')
        expect((await rows('MCP-Protocol-Version')).length).toBeGreaterThan(2)
        expect(await rows('nothing like this')).toEqual([])
        expect(await locator('.wire').innerText()).toMatch(/No row .* "nothing like this"/)
        await page.getByLabel('Filter the wire').fill('echo')
        await openWireTab('Messages')
        await locator('.message-line:has-text("result of tools/call")').waitFor()
        expect(await locator('.message-line code').allInnerTexts()).toContain('tools/call')
      }),
    )

    test(
      'of HTTP+SSE name its first request, also when it is refused, and never call it resumed',
      withPage(fixture, async ({ page, connect, disconnect, press, locator, waitForWireRow }) => {
        await connect({ preset: 'HTTP+SSE' })
        await waitForWireRow(/open stream/)
        expect(await locator('.wire-row').allInnerTexts()).not.toContainEqual(expect.stringMatching(/resumed/))
        await disconnect()
        await page.getByLabel('Server URL').fill(new URL('/nothing-here', fixture().playground.mockUrl).href)
        await press('Connect')
        await locator('.outcome.bad').waitFor()
        expect(await locator('.wire-row').allInnerTexts()).not.toContainEqual(expect.stringMatching(/resumed/))
      }),
    )

    test(
      'of open streams stay when the wire is cleared, and their later events are drawn',
      withPage(fixture, async ({ connect, call, press, locator, waitForWireRow }) => {
        await connect({ preset: '2025-11-25' })
        await waitForWireRow(/listening/)
        await press('Clear')
        await locator('.wire-row', { hasText: 'tools/list' }).first().waitFor({ state: 'detached' })
        expect(await locator('.wire-row.lane .wire-name').allInnerTexts()).toEqual(['listening'])
        await call('test_trigger_tool_change')
        await locator('.wire-row', { hasText: 'listening' }).locator('.marks[d*="M"]').waitFor({ state: 'attached' })
      }),
    )

    test(
      'answers to the server name their question',
      withPage(fixture, async ({ connect, call, locator, waitForWireRow, page }) => {
        await connect({ preset: '2025-11-25' })
        await call('ask')
        await locator('dialog').waitFor()
        await page.keyboard.press('Escape')
        await waitForWireRow(/answer · elicitation\/create/)
      }),
    )

    test(
      'are exported from a menu that Escape and a click beside it close',
      withPage(fixture, async ({ page, connect, openWireTab, locator }) => {
        await connect({ preset: '2025-11-25' })
        await openWireTab('Timeline')
        const menu = locator('.menu-body')
        await locator('.menu summary').click()
        await menu.waitFor()
        await page.keyboard.press('Escape')
        expect(await menu.isVisible()).toBe(false)
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('File')
        await locator('.menu summary').click()
        await menu.waitFor()
        await locator('.server-card').click()
        expect(await menu.isVisible()).toBe(false)
      }),
    )
  })
}
