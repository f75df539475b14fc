/** Server requests (elicitation, sampling, roots) as a panel above the open view. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testServerRequests(fixture: () => Fixture): void {
  describe.each(['2026-07-28', '2025-11-25'])('requests of a server at %s', (preset) => {
    test(
      'open a dialog for form and URL elicitation, sampling and roots',
      withPage(fixture, async ({ page, connect, open, press, read, locator, requestedOrigins, problems }) => {
        await connect({ preset })
        const callAsk = async (what: string) => {
          await open('Tools', 'ask')
          await page
            .locator('.main-pane')
            .getByLabel(/^what /)
            .selectOption(what)
          await press('Call')
          await locator('dialog').waitFor()
        }
        await callAsk('form')
        await page
          .locator('dialog')
          .getByLabel(/^name /)
          .fill('Ada')
        await press('Send')
        expect(await read('.outcome.good')).toMatch(/accept[\s\S]*Ada/)

        await callAsk('url')
        expect(await read('dialog .elicitation-url')).toBe('https://example.com/consent')
        expect(await read('dialog .domain')).toBe('example.com')
        await press('Decline')
        expect(await read('.outcome')).toMatch(/decline/)
        expect(requestedOrigins()).not.toContain('https://example.com')

        await callAsk('sample')
        await page.getByLabel('Reply as the model').fill('forty-two')
        await press('Send reply')
        expect(await read('.outcome.good')).toMatch(/forty-two/)

        await callAsk('roots')
        await press('Send')
        expect(await read('.outcome.good')).toMatch(/file:\/\/\/home\/me\/project/)
        expect(problems).toEqual([])
      }),
    )
  })

  test(
    'the panel leaves the wire usable, shows the raw request, and says who the call waits for',
    withPage(fixture, async ({ page, connect, call, press, read, locator, problems }) => {
      await connect({ preset: '2025-11-25' })
      await call('ask')
      await locator('dialog').waitFor()
      expect(await read('.running-message')).toBe('Waiting for you')
      await page.getByText('Raw request', { exact: true }).click()
      await expect.poll(() => read('dialog')).toMatch(/elicitation\/create[\s\S]*requestedSchema/)
      // A modal dialog would swallow this click.
      await locator('.wire-row:has-text("tools/call")').first().click()
      await locator('.detail').waitFor()
      expect(await locator('dialog').count()).toBe(1)
      await press('Decline')
      await locator('.outcome').waitFor()
      expect(problems).toEqual([])
    }),
  )

  test(
    'an elicitation form starts with the defaults and offers every enum value',
    withPage(fixture, async ({ page, connect, call, press, read, problems }) => {
      await connect({ preset: '2025-11-25' })
      await call('test_elicitation_sep1034_defaults')
      await page.locator('dialog').waitFor()
      await press('Send')
      expect(await read('.outcome.good')).toMatch(/John Doe[\s\S]*95\.5[\s\S]*active[\s\S]*true/)
      await call('test_elicitation_sep1330_enums')
      await page
        .locator('dialog')
        .getByLabel(/^titledSingle /)
        .selectOption({ label: 'Option 2' })
      await page.locator('dialog').getByLabel('Choice 3').check()
      await press('Send')
      expect(await read('.outcome.good')).toMatch(/value2[\s\S]*value3/)
      expect(problems).toEqual([])
    }),
  )
}
