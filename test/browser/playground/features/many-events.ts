/** Ten thousand events: no layout shift while they arrive or while scrolling. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

export function testManyEvents(fixture: () => Fixture): void {
  describe('10,000 progress notifications', () => {
    test(
      'cause no layout shift',
      withPage(fixture, async (playgroundPage) => {
        const { page, connect, locator, problems, openWireTab } = playgroundPage
        await connect({ preset: '2025-11-25' })
        await locator('.other-views button:has-text("Faults")').click()
        await page.evaluate(observeLayoutShifts)
        await locator('.faults button:has-text("Storm")').click()
        await locator('.call .outcome.good').waitFor({ timeout: 30_000 })
        await openWireTab('Messages')
        await locator('#wire-tab-messages')
          .filter({ hasText: /1\d,\d{3}/ })
          .waitFor()
        await scrollThrough(playgroundPage)
        const layoutShift = await page.evaluate(() => (globalThis as unknown as Observed).layoutShift)
        expect(layoutShift).toBeLessThan(0.01)
        expect(problems).toEqual([])
      }),
    )
  })
}

interface Observed {
  layoutShift: number
}

/** Adds up the layout shifts that no input caused, while a call is running. */
function observeLayoutShifts(): void {
  const observed = globalThis as unknown as Observed
  observed.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput && document.querySelector('.running')) observed.layoutShift += entry.value
    }
  }).observe({ type: 'layout-shift' })
}

/** From the first event to the last, a few screens per frame. */
function scrollThrough({ page }: PlaygroundPage): Promise<void> {
  return page.evaluate(async () => {
    const list = document.querySelector('.wire .virtual')!
    for (let top = 0; top < list.scrollHeight; top += 3_000) {
      list.scrollTop = top
      await new Promise(requestAnimationFrame)
    }
  })
}
