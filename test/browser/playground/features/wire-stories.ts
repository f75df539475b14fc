/** One call is one story: its rows belong together, and its outcome says what happened on the wire. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testWireStories(fixture: () => Fixture): void {
  describe('the story of a call', () => {
    test(
      'that was cut and resumed is told in its outcome, and selects its rows, as they select it',
      withPage(fixture, async ({ connect, call, locator }) => {
        await connect({ preset: 'Polling' })
        await call('echo', { text: 'polled' })
        const story = locator('.outcome .story-line')
        await story.waitFor()
        expect(await story.innerText()).toMatch(/^3 requests · resumed twice, [67]\d\d ms gap, nothing lost$/)
        expect(await story.getAttribute('aria-pressed')).toBe('false')
        await story.click()
        const related = await locator('.wire-row.related').allInnerTexts()
        expect(related.filter((text) => /tools\/call · echo/.test(text))).toHaveLength(3)
        expect(related.filter((text) => /reopen stream/.test(text))).toHaveLength(2)
        expect(related).toHaveLength(5)
        await locator('.wire-row', { hasText: 'prompts/list' }).locator('.wire-name').click()
        expect(await story.getAttribute('aria-pressed')).toBe('false')
        await locator('.wire-row', { hasText: 'resumed' }).last().locator('.wire-name').click()
        expect(await story.getAttribute('aria-pressed')).toBe('true')
      }),
    )

    test(
      'of several rounds counts rounds and answers, and draws how long an answer took',
      withPage(fixture, async ({ page, connect, call, press, locator }) => {
        await connect({ preset: '2026-07-28' })
        await call('test_input_required_result_multi_round')
        for (const round of ['Step 1', 'Step 2']) {
          await locator('dialog', { hasText: round }).waitFor()
          await page.waitForTimeout(300)
          await page.locator('dialog').getByRole('textbox').first().fill('blue')
          await press('Send')
        }
        const story = locator('.outcome .story-line')
        await story.waitFor()
        expect(await story.innerText()).toMatch(/^3 requests · 3 rounds · 2 answers of yours, \S+ m?s$/)
        await story.click()
        expect(await locator('.wire-row.related').count()).toBe(3)
        expect(await locator('.wire-row.related .bar.thinking').count()).toBe(2)
      }),
    )
  })
}
