/** The design: five font sizes, one scale of spacing, a wire that can be resized, and no motion for who asked for none. */
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

const styles = new URL('../../../../playground/style/', import.meta.url)

/** The computed font sizes of all visible elements with text of their own, or with a value. */
function fontSizes({ page }: PlaygroundPage): Promise<number[]> {
  return page.evaluate(() => {
    const sizes = [...document.querySelectorAll('body *')].flatMap((element) => {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      const isField = element.matches('input, select, textarea, button')
      if ((!hasText && !isField) || element.getClientRects().length === 0) return []
      return [Number.parseFloat(getComputedStyle(element).fontSize)]
    })
    return [...new Set(sizes.map((size) => Math.round(size * 10) / 10))].sort((a, b) => a - b)
  })
}

export function testDesign(fixture: () => Fixture): void {
  describe('the design', () => {
    test(
      'has at most five font sizes in all views together',
      withPage(fixture, async (playgroundPage) => {
        const { page, connect, disconnect, call, open, openWireTab, press, locator } = playgroundPage
        const seen = new Set<number>()
        const look = async () => {
          for (const size of await fontSizes(playgroundPage)) seen.add(size)
        }
        await locator('.preset').first().waitFor()
        await look()
        await page.getByLabel('Server URL').fill('http://127.0.0.1:9/mcp')
        await press('Connect')
        await locator('.outcome.bad').waitFor()
        await look()
        await connect({ preset: '2025-11-25' })
        await look()
        await call('add', { a: '2', b: '40' })
        await locator('.outcome .tag.good').waitFor()
        await locator('.code summary').click()
        for (const tab of ['Messages', 'Headers', 'Raw']) {
          if (tab === 'Messages') await locator('.wire-row', { hasText: 'tools/call' }).locator('.wire-name').click()
          await press(tab)
          await look()
        }
        await call('throw', { message: 'no' })
        await locator('.outcome.bad').waitFor()
        for (const tab of ['Messages', 'Network', 'Log', 'Notifications', 'History', 'Timeline']) {
          await openWireTab(tab)
          await look()
        }
        for (const view of ['Faults', 'Simulate a model']) {
          await locator('.other-views button')
            .filter({ hasText: view })
            .click({ timeout: 2_000 })
            .catch(() => undefined)
          await look()
        }
        await open('Resources', 'Static text')
        await press('Read')
        await locator('.outcome.good').waitFor()
        await look()
        await open('Prompts', 'test_simple_prompt')
        await look()
        await call('test_elicitation_sep1034_defaults')
        await locator('dialog').waitFor()
        await look()
        await page.keyboard.press('Escape')
        await disconnect()
        await look()
        expect([...seen].sort((a, b) => a - b)).toHaveLength(5)
      }),
    )

    test('has one scale of spacing: no style sheet sets a padding, margin or gap in numbers of its own', async () => {
      for (const name of (await readdir(styles)).filter((file) => file.endsWith('.css'))) {
        const text = await readFile(new URL(name, styles), 'utf8')
        const own = [...text.matchAll(/^\s*(?:padding|margin|gap|row-gap|column-gap)[\w-]*:.*\d(?:rem|em).*$/gm)]
        expect([name, own.map(([line]) => line.trim())]).toEqual([name, []])
        const sizes = [...text.matchAll(/^\s*font-size:(?!\s*(?:var\(--text-\d\)|inherit);).*$/gm)]
        expect([name, sizes.map(([line]) => line.trim())]).toEqual([name, []])
      }
    })

    test(
      'lets keyboard and pointer move the divider of the wire, and remembers it',
      withPage(fixture, async ({ page, connect, locator }) => {
        await connect({ preset: '2025-11-25' })
        const divider = page.getByRole('separator', { name: 'Size of the wire' })
        const width = async () => (await locator('.wire').boundingBox())!.width
        const before = await width()
        await divider.focus()
        for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowLeft')
        const wider = await width()
        expect(wider).toBeGreaterThan(before + 100)
        const box = (await divider.boundingBox())!
        await page.mouse.move(box.x + 4, 300)
        await page.mouse.down()
        await page.mouse.move(box.x + 204, 320, { steps: 4 })
        await page.mouse.up()
        expect(await width()).toBeLessThan(wider - 150)
        const last = await width()
        await page.reload()
        await locator('.wire').waitFor()
        expect(Math.abs((await width()) - last)).toBeLessThan(3)
        await page.setViewportSize({ width: 1024, height: 768 })
        await page.reload()
        await divider.waitFor()
        expect(await divider.getAttribute('aria-orientation')).toBe('horizontal')
      }),
    )

    test(
      'moves nothing for somebody who asked for no motion',
      withPage(fixture, async ({ page, connect, call, locator }) => {
        const moving = () => page.evaluate(() => document.getAnimations().length)
        await connect({ preset: '2025-11-25' })
        await call('slow', { ms: '1500' })
        await locator('.running').waitFor()
        expect(await moving()).toBeGreaterThan(0)
        await page.emulateMedia({ reducedMotion: 'reduce' })
        expect(await moving()).toBe(0)
      }),
    )
  })
}
