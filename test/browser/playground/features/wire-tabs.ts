/** The tabs of the wire: kept, counted, hidden by a key; unique numbers, notifications with differences, room for tools. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testWireTabs(fixture: () => Fixture): void {
  describe('the tabs of the wire', () => {
    test(
      'have counts, and the chosen one and the filter are kept at another server and over a reload',
      withPage(fixture, async ({ page, connect, press, locator, read, openWireTab }) => {
        await connect({ preset: '2025-11-25' })
        await expect.poll(() => read('#wire-tab-network')).toMatch(/Network\s+[1-9]/)
        await openWireTab('Network')
        await page.getByLabel('Filter the wire').fill('tools')
        await locator('.network-line:has-text("tools/list")').waitFor()
        await press('Connect to another server')
        await locator('.welcome').waitFor()
        await connect({ preset: '2026-07-28' })
        expect(await page.getByLabel('Filter the wire').inputValue()).toBe('tools')
        await locator('.network-line:has-text("tools/list")').waitFor()
        await page.reload()
        await locator('#wire-tab-network[aria-selected=true]').waitFor()
      }),
    )

    test(
      'are moved through with the arrow keys',
      withPage(fixture, async ({ page, connect, openWireTab, locator }) => {
        await connect({ preset: '2026-07-28' })
        await openWireTab('Timeline')
        await locator('#wire-tab-timeline').focus()
        await page.keyboard.press('ArrowLeft')
        await locator('#wire-tab-messages[aria-selected=true]').waitFor()
        await page.keyboard.press('End')
        await locator('#wire-tab-history[aria-selected=true]').waitFor()
        expect(await page.evaluate(() => document.activeElement?.id)).toBe('wire-tab-history')
      }),
    )

    test(
      'are hidden by a button and a key, stay hidden over a reload, and come back with the row of a call',
      withPage(fixture, async ({ page, connect, call, press, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await press('Hide the wire')
        await locator('.wire-tabs').waitFor({ state: 'detached' })
        await page.reload()
        await locator('.show-wire').waitFor()
        expect(await locator('.wire-tabs').count()).toBe(0)
        await locator('.server-card').focus()
        await page.keyboard.press('w')
        await locator('.wire-tabs').waitFor()
        await page.keyboard.press('w')
        await locator('.show-wire').waitFor()
        await call('echo', { text: 'w is typed' })
        expect(await locator('.wire-tabs').count()).toBe(0)
        await locator('.story-line').click()
        await locator('.wire-row.related').first().waitFor()
        expect(problems).toEqual([])
      }),
    )

    test('leave room for ten tools at 1280 by 720', async () => {
      const { connect, locator, close } = await fixture().openPage('', { width: 1280, height: 720 })
      await connect({ preset: '2025-11-25' })
      const visible = await locator('.items').evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect()
        const boxes = [...list.children].map((item) => item.getBoundingClientRect())
        return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length
      })
      expect(visible).toBeGreaterThanOrEqual(10)
      await close()
    })

    test(
      'number rows once in the page, over connections and servers',
      withPage(fixture, async ({ connect, disconnect, press, locator }) => {
        await connect({ preset: '2025-11-25' })
        await disconnect()
        await connect({ preset: '2025-11-25' })
        await press('Connect to another server')
        await connect({ preset: '2026-07-28' })
        await press('All servers')
        await locator('.wire-row:has-text("2026-07-28")').first().waitFor()
        const numbers = await locator('.wire-row.lane .wire-number').allInnerTexts()
        expect(numbers.length).toBeGreaterThan(8)
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
    )

    test(
      'count new notifications, which say what changed in a tool',
      withPage(fixture, async ({ connect, locator, read, openWireTab, problems }) => {
        const server = fixture().realm()
        const list = (description: string, type: string) => ({
          on: { rpcMethod: 'tools/list' },
          do: [
            {
              answer: {
                tools: [{ name: 'a', description, inputSchema: { type: 'object', properties: { x: { type } } } }],
              },
            },
          ],
        })
        await server.configure({ versions: ['2025-11-25'] })
        await server.script(list('Old words', 'string'))
        await connect({ url: server.url })
        await locator('.wire-row:has-text("listening")').first().waitFor()
        await server.script(list('New words', 'number'))
        await server.act({ notify: { method: 'notifications/tools/list_changed' } })
        await locator('.wire-tab .unseen').waitFor()
        await openWireTab('Notifications')
        await locator('.part-changes li').nth(1).waitFor()
        const text = (await read('.list-differences')).replaceAll(/\s+/g, ' ')
        expect(text).toMatch(/changed a description Old words New words inputSchema.properties.x.type string number/)
        await locator('.wire-tab .unseen').waitFor({ state: 'detached' })
        expect(problems).toEqual([])
      }),
    )
  })
}
