/** Ten thousand events: nothing jumps while they come, and scrolling through them never stops the page. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'
import { longestTask } from '../tasks.ts'
import type { Visitor } from '../visitor.ts'

/** Milliseconds of one task, beyond which a person sees it stop. */
const LONGEST = 50

export function staysSmooth(stage: () => Stage): void {
  describe('a storm of 10,000 events', () => {
    test(
      'moves nothing on the page, and is scrolled through without a task over 50 ms',
      visiting(stage, async (visitor) => {
        const { page, connect, locate, press, complaints } = visitor
        await connect({ preset: '2025-11-25' })
        await locate('.others button:has-text("Break it")').click()
        await page.evaluate(watchShifts)
        await locate('.breaks button:has-text("Storm")').click()
        await locate('.call .outcome.good').waitFor({ timeout: 30_000 })
        const jumped = await page.evaluate(() => (globalThis as unknown as Watched).jumped)
        await press('Events')
        await locate('.wire .count')
          .filter({ hasText: /1\d,\d{3} events/ })
          .waitFor()
        const longest = await longestTask(visitor, () => scrollThrough(visitor))
        console.log(
          `scrolling through 10,000 events: longest task ${longest.toFixed(1)} ms, layout shift ${jumped.toFixed(4)}`,
        )
        expect(longest).toBeLessThan(LONGEST)
        expect(jumped).toBeLessThan(0.01)
        expect(complaints).toEqual([])
      }),
    )
  })
}

interface Watched {
  jumped: number
}

/** Adds up how far things moved that nobody moved, as long as a call is running. */
function watchShifts(): void {
  const watched = globalThis as unknown as Watched
  watched.jumped = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput && document.querySelector('.running')) watched.jumped += entry.value
    }
  }).observe({ type: 'layout-shift' })
}

/** From end to end, a few screens at each frame. */
function scrollThrough({ page }: Visitor): Promise<void> {
  return page.evaluate(async () => {
    const list = document.querySelector('.wire .virtual')!
    for (let top = 0; top < list.scrollHeight; top += 3_000) {
      list.scrollTop = top
      await new Promise(requestAnimationFrame)
    }
  })
}
