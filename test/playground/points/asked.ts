/** Point 5: what the server asks comes as a dialog, and what the person answers goes back. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

export function answering(stage: () => Stage): void {
  describe.each(['2026-07-28', '2025-11-25'])('questions of %s', (preset) => {
    test(
      'are dialogs: a form, a page to visit, a completion, roots',
      visiting(stage, async ({ page, connect, open, press, read, locate, asked, complaints }) => {
        await connect({ preset })
        const ask = async (what: string) => {
          await open('Tools', 'ask')
          await page
            .locator('.work')
            .getByLabel(/^what /)
            .selectOption(what)
          await press('Call')
          await locate('dialog').waitFor()
        }
        await ask('form')
        await page
          .locator('dialog')
          .getByLabel(/^name /)
          .fill('Ada')
        await press('Send')
        expect(await read('.outcome.good')).toMatch(/accept[\s\S]*Ada/)

        await ask('url')
        expect(await read('dialog .visit')).toBe('https://example.com/consent')
        expect(await read('dialog .domain')).toBe('example.com')
        await press('Decline')
        expect(await read('.outcome')).toMatch(/decline/)
        expect(asked()).not.toContain('https://example.com')

        await ask('sample')
        await page.getByLabel('Your answer, as the model').fill('forty-two')
        await press('Answer')
        expect(await read('.outcome.good')).toMatch(/forty-two/)

        await ask('roots')
        await press('Send')
        expect(await read('.outcome.good')).toMatch(/file:\/\/\/home\/me\/project/)
        expect(complaints).toEqual([])
      }),
    )
  })

  test(
    'a form begins with the defaults and offers every choice',
    visiting(stage, async ({ page, connect, call, press, read, complaints }) => {
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
      expect(complaints).toEqual([])
    }),
  )
}
