/** The keyboard: few keys to the first result, arrow keys, skip links, and a focus that is never lost. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

/** What has the focus, as text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === document.body
      ? 'body'
      : `${element?.tagName.toLowerCase()} ${element?.textContent?.slice(0, 60)}`
  })

export function testKeyboard(fixture: () => Fixture): void {
  describe('with the keyboard', () => {
    test(
      'the first result is at most 15 keys away',
      withPage(fixture, async ({ page, locator, problems }) => {
        await locator('.preset').first().waitFor()
        let keys = 0
        const press = async (key: string) => {
          keys++
          await page.keyboard.press(key)
        }
        while (!(await focused(page)).startsWith('button 2026-07-28')) await press('Tab')
        await press('Enter')
        await locator('.items button').first().waitFor()
        await press('/')
        await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('search')
        await press('ArrowDown')
        await press('Enter')
        await expect.poll(() => focused(page)).toMatch(/^h2 /)
        await press('Control+Enter')
        await locator('.outcome.good').waitFor()
        expect(keys).toBeLessThanOrEqual(15)
        expect(problems).toEqual([])
      }),
    )

    test(
      'the focus follows each move, and the list is one stop of the Tab key',
      withPage(fixture, async ({ page, connect, disconnect, open, press, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await expect.poll(() => focused(page)).toBe('h2 mock')
        await open('Tools', 'echo')
        await expect.poll(() => focused(page)).toBe('h2 echo')
        expect(await locator('.items .item-button[tabindex="0"]').count()).toBe(1)
        await locator('.items .item-button[tabindex="0"]').focus()
        await page.keyboard.press('ArrowDown')
        expect(await focused(page)).toMatch(/^button add/)
        await page.keyboard.press('End')
        await page.keyboard.press('Home')
        await page.keyboard.press('ArrowUp')
        expect(await focused(page)).toMatch(/^button test_simple_text/)
        await open('Tools', 'ask')
        await page.getByRole('button', { name: 'Call', exact: true }).focus()
        await page.keyboard.press('Enter')
        await locator('dialog').waitFor()
        await page.keyboard.press('Escape')
        await locator('dialog').waitFor({ state: 'detached' })
        await expect.poll(() => focused(page)).toBe('button Call')
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
        await disconnect()
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('address')
        await connect({ preset: '2025-11-25' })
        await page.locator('.skip-link').focus()
        await page.keyboard.press('Enter')
        expect(await focused(page)).toMatch(/^h2 /)
        await press('Disconnect')
        expect(problems).toEqual([])
      }),
    )
  })
}
