/** Accessibility: axe finds no violation in any state of the page, in both themes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

export function testAccessibility(fixture: () => Fixture): void {
  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test('axe finds no violation in any state of the page', async () => {
      const playgroundPage = await fixture().openPage('', { colorScheme })
      const { page, connect, call, locator, press } = playgroundPage
      await locator('.preset').first().waitFor()
      expect(await findViolations(playgroundPage)).toEqual([])
      await connect({ preset: '2025-11-25' })
      expect(await findViolations(playgroundPage)).toEqual([])
      await call('add', { a: '2', b: '40' })
      await locator('.outcome .tag.good').waitFor()
      await locator('.wire-row:has-text("tools/call")').click()
      await locator('.code summary').click()
      expect(await findViolations(playgroundPage)).toEqual([])
      await call('throw', { message: 'no' })
      await locator('.outcome.bad').waitFor()
      await press('Events')
      expect(await findViolations(playgroundPage)).toEqual([])
      await call('ask')
      await locator('dialog').waitFor()
      expect(await findViolations(playgroundPage)).toEqual([])
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 360, height: 780 })
      await locator('.pane-tabs button:has-text("Wire")').click()
      expect(await findViolations(playgroundPage)).toEqual([])
      await playgroundPage.close()
    })
  })
}

async function findViolations({ page }: PlaygroundPage): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  }
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  })
}
