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
      'the first result of a demo tool is at most 8 keys away',
      withPage(fixture, async ({ page, locator, problems }) => {
        await locator('.preset').first().waitFor()
        let keys = 0
        const press = async (key: string) => {
          keys++
          await page.keyboard.press(key)
        }
        while (!(await focused(page)).startsWith('button Try a demo server')) await press('Tab')
        await press('Enter')
        await locator('.items button').first().waitFor()
        await press('/')
        await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('search')
        await press('ArrowDown')
        await press('Enter')
        await expect.poll(() => focused(page)).toMatch(/^h2 /)
        await press('Control+Enter')
        await locator('.outcome.good').waitFor()
        expect(keys).toBeLessThanOrEqual(8)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a question mark lists the keys, and the command palette names them too',
      withPage(fixture, async ({ page, read, locator, press, problems }) => {
        await locator('.preset').first().waitFor()
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
        await page.keyboard.press('?')
        expect(await read('.keys')).toMatch(/Ctrl\s*K\s*Open the command palette[\s\S]*Show this list/)
        await page.keyboard.press('Escape')
        await locator('.keys').waitFor({ state: 'detached' })
        expect(await read('.palette-button')).toMatch(/Ctrl\+K/)
        await locator('.palette-button').click()
        await page.getByLabel('Command or search').fill('shortcuts')
        await page.keyboard.press('Enter')
        await locator('.keys').waitFor()
        await press('Close')
        await locator('.keys').waitFor({ state: 'detached' })
        await page.getByLabel('Server URL').fill('?')
        expect(await locator('.keys').count()).toBe(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'the command palette lists commands and views before tools, Examine and the model view too',
      withPage(fixture, async ({ page, connect, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await page.keyboard.press('Control+k')
        await locator('.palette-option').first().waitFor()
        const shown = await locator('.palette-option').allInnerTexts()
        const at = (text: RegExp) => shown.findIndex((option) => text.test(option))
        for (const name of [
          /Examine this server/,
          /Simulate a model/,
          /Faults/,
          /Reconnect/,
          /Disconnect/,
          /Self-test/,
        ]) {
          expect([name, at(name)]).not.toEqual([name, -1])
          expect(at(name)).toBeLessThan(at(/^tool/))
        }
        const border = await locator('.palette').evaluate((dialog) => getComputedStyle(dialog).borderTopWidth)
        expect(border).toBe('1px')
        await page.keyboard.press('Enter')
        await locator('.main-pane h2:text-is("Examine this server")').waitFor()
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
