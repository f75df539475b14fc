/** The timeline as an instrument: folds, quiet streams, zoom and full width. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testInstrument(fixture: () => Fixture): void {
  describe('the timeline', () => {
    test(
      'has no bar under 8 pixels after 65 seconds of listening, and draws the fold',
      withPage(fixture, async ({ page, connect, call, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'before' })
        await locator('.outcome.good').waitFor()
        // The clock of the page goes on by 65 s, as it would while it listens.
        await page.evaluate(() => {
          const now = Date.now.bind(Date)
          Date.now = () => now() + 65_000
        })
        await call('echo', { text: 'after' })
        await locator('.outcome.good pre:text-is("after")').waitFor()
        // A slow machine may fold shorter pauses as well.
        await locator('.fold[title^="1 min"]').waitFor({ state: 'attached' })
        const narrow = await page.evaluate(() =>
          [...document.querySelectorAll('.wire-row .bar')]
            .map((bar) => bar.getBoundingClientRect().width)
            .filter((width) => width < 7.9),
        )
        expect(narrow).toEqual([])
        const widths = await locator('.wire-row:has-text("echo") .bar.good').evaluateAll((bars) =>
          bars.map((bar) => bar.getBoundingClientRect().width),
        )
        expect(widths.length).toBe(2)
        expect(await locator('.bar.quiet').count()).toBe(1)
        expect(problems).toEqual([])
      }),
    )

    test(
      'zooms where it is dragged, fits again, follows now, and selects no row by the drag',
      withPage(fixture, async ({ page, connect, press, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await locator('.wire-row').nth(5).waitFor()
        const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
        const ticks = () => locator('.tick').allInnerTexts()
        const whole = await ticks()
        expect(await pressed('Fit')).toBe('true')
        const box = (await locator('.ticks').boundingBox())!
        await page.mouse.move(box.x + box.width * 0.2, box.y + 60)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width * 0.4, box.y + 70, { steps: 4 })
        await locator('.zoom-range').waitFor()
        await page.mouse.up()
        await expect.poll(() => pressed('Fit')).toBe('false')
        expect(await ticks()).not.toEqual(whole)
        expect(await locator('.wire-row[aria-pressed=true]').count()).toBe(0)
        expect(await locator('.zoom-range').count()).toBe(0)
        await press('Zoom out')
        await press('Fit')
        await expect.poll(() => pressed('Fit')).toBe('true')
        await press('Now')
        await expect.poll(() => pressed('Now')).toBe('true')
        await press('Fit')
        await locator('.wire-row .wire-name').first().click()
        await locator('.wire-row[aria-pressed=true]').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'can have the full width, and gives it back',
      withPage(fixture, async ({ page, connect, press, locator }) => {
        await connect({ preset: '2025-11-25' })
        const width = async () => (await locator('.wire').boundingBox())!.width
        const beside = await width()
        await press('Full width')
        expect(await width()).toBeGreaterThan(1_590)
        expect(await locator('.main-pane').isVisible()).toBe(false)
        await press('Full width')
        expect(await width()).toBe(beside)
        // A phone shows one pane at a time anyway.
        await press('Full width')
        await page.setViewportSize({ width: 360, height: 740 })
        expect(await locator('.main-pane').isVisible()).toBe(true)
      }),
    )
  })
}
