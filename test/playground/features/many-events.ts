/** Ten thousand events: no layout shift while they arrive, and no long task while scrolling through them. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { longestTask } from '../longest-task.ts'
import type { PlaygroundPage } from '../page-object.ts'

/** Milliseconds; a longer task blocks input noticeably. */
const MAX_TASK_MS = 50

export function testManyEvents(fixture: () => Fixture): void {
  describe('10,000 progress notifications', () => {
    test(
      'cause no layout shift, and scrolling through them no task over 50 ms',
      withPage(fixture, async (playgroundPage) => {
        const { page, connect, locator, press, problems } = playgroundPage
        await connect({ preset: '2025-11-25' })
        await locator('.other-views button:has-text("Break it")').click()
        await page.evaluate(observeLayoutShifts)
        await locator('.faults button:has-text("Storm")').click()
        await locator('.call .outcome.good').waitFor({ timeout: 30_000 })
        const layoutShift = await page.evaluate(() => (globalThis as unknown as Observed).layoutShift)
        await press('Events')
        await locator('.wire .count')
          .filter({ hasText: /1\d,\d{3} events/ })
          .waitFor()
        const longest = await longestTask(playgroundPage, () => scrollThrough(playgroundPage))
        console.log(
          `scrolling through 10,000 events: longest task ${longest.toFixed(1)} ms, layout shift ${layoutShift.toFixed(4)}`,
        )
        expect(longest).toBeLessThan(MAX_TASK_MS)
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
