/** Views of tools in the inspector: on an origin of their own, with what they say, and a sentence where one is missing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixture, type Fixture, withPage } from './fixture.ts'

let fixture: Fixture
const given = () => fixture
beforeAll(async () => {
  fixture = await createFixture()
}, 60_000)
afterAll(() => fixture?.close())

describe('the view of a tool', () => {
  test(
    'is shown beside the result, works with the page, and is told what changes',
    withPage(given, async ({ page, connect, call, locator, problems }) => {
      await connect({ url: fixture.realm().url })
      await call('weather_view')
      const view = page.frameLocator('.app-place iframe').frameLocator('iframe')
      await view.getByText('Paris: 17 °C').waitFor()
      await locator('.app-head:has-text("View of mock"):has-text("on an origin of its own")').waitFor()
      await page.getByRole('combobox', { name: /^Theme/ }).selectOption('dark')
      await view.locator('#context', { hasText: /^dark · .* · inline$/ }).waitFor()
      await view.locator('#again').click()
      await view.locator('#answer', { hasText: 'Rome: 16' }).waitFor()
      await view.locator('#message').click()
      await locator('.app-question').getByRole('button', { name: 'Refuse' }).click()
      await view.locator('#answer', { hasText: '"isError":true' }).waitFor()
      await view.locator('#message').click()
      await locator('.app-question').getByRole('button', { name: 'Allow' }).click()
      await locator('.app-added li:has-text("Is Paris warm?")').waitFor()
      await view.locator('#full').click()
      await page.getByRole('button', { name: 'Back to the page' }).click()
      await view.locator('#context', { hasText: 'inline' }).waitFor()
      await locator('.app-messages > summary').click()
      const messages = await locator('.app-messages li').allInnerTexts()
      for (const part of ['policy no domains', 'view → tools/call', '→ view ui/notifications/host-context-changed']) {
        expect(messages.some((text) => text.replace(/\s+/g, ' ').includes(part))).toBe(true)
      }
      await locator('.app-head').getByRole('button', { name: 'Close' }).click()
      await page.getByText('The view is closed.').waitFor()
      expect(await locator('.app-view iframe').count()).toBe(0)
      await locator('.app-head').getByRole('button', { name: 'Show again' }).click()
      await view.getByText('Paris: 17 °C').waitFor()
      expect(problems).toEqual([])
    }),
  )

  test(
    'may try to break out, and gets nowhere',
    withPage(given, async ({ page, connect, call }) => {
      await connect({ url: fixture.realm().url })
      await call('hostile_view')
      const rows = page.frameLocator('.app-place iframe').frameLocator('iframe').locator('tr')
      await rows.nth(7).locator('td').nth(1).waitFor()
      for (const text of await rows.allInnerTexts()) expect(text).toMatch(/\t(refused|ignored)/)
    }),
  )

  test(
    'is missing where no proxy page is served, and the page says so',
    withPage(given, async ({ page, connect, call }) => {
      await page.route('**/apps.json', (route) => route.fulfill({ status: 404 }))
      await connect({ url: fixture.realm().url })
      await call('weather_view')
      await page.getByText('This tool has a view, but it is not shown. This page has no proxy page').waitFor()
      await page.getByText('Paris: 17 °C').first().waitFor()
    }),
  )
})
