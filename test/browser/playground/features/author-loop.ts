/** The loop of somebody who writes a server: restart it, see what changed, and see when it is away. */
import { describe, expect, test } from 'vitest'
import { startCorsProxy } from '../cors-proxy.ts'
import { type Fixture, withPage } from '../fixture.ts'
import { startPlainServer } from '../plain-server.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `tool_${index + 1}`)

export function testAuthorLoop(fixture: () => Fixture): void {
  describe("the author's loop", () => {
    test(
      'a server that is restarted with 4 more tools shows 20, with the new ones marked; while it is away the status says so',
      withPage(fixture, async ({ connect, call, read, locator, problems }) => {
        const server = await startPlainServer({ tools: names(16) })
        const { port } = new URL(server.url)
        await connect({ url: server.url })
        expect(await read('.tabs')).toMatch(/Tools\s+16/)
        server.stop()
        await locator('.pill:has-text("No answer since")').waitFor()
        const restarted = await startPlainServer({ tools: names(20), port: Number(port) })
        await call('tool_1')
        await locator('.outcome.good').waitFor()
        await locator('.tabs button:has-text("20")').waitFor()
        expect(await locator('.items .tag:text-is("new")').count()).toBe(4)
        await locator('.pill:has-text("Connected")').waitFor()
        // One that the lost session refused may be sent again.
        expect(restarted.received.filter(({ method }) => method === 'tools/list').length).toBeLessThanOrEqual(2)
        restarted.stop()
        expect(problems).toEqual([])
      }),
    )

    test.each(['2025-11-25', '2026-07-28'])(
      'a list that changes at %s is loaded again without being told to',
      async (preset) => {
        const { connect, call, locator, close, read } = await fixture().openPage()
        await connect({ preset })
        await call('test_trigger_tool_change')
        await locator('.items .tag:text-is("new")').waitFor()
        await call('test_trigger_tool_change')
        await locator('.gone').waitFor()
        expect(await read('.gone')).toMatch(/Gone: extra/)
        await close()
      },
    )

    test(
      'a button loads the lists again, and a changed schema is marked',
      withPage(fixture, async ({ connect, press, locator, problems }) => {
        const server = fixture().realm()
        const list = (type: string) => ({
          on: { rpcMethod: 'tools/list' },
          do: [{ answer: { tools: [{ name: 'a', inputSchema: { type: 'object', properties: { x: { type } } } }] } }],
        })
        await server.configure({ versions: ['2025-11-25'] })
        await server.script(list('string'))
        await connect({ url: server.url })
        await server.script(list('number'))
        await press('Reload the lists')
        await locator('.items .tag:text-is("changed")').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'after a restart, the notifications name what is new and what is gone',
      withPage(fixture, async ({ connect, call, read, locator, openWireTab }) => {
        const server = await startPlainServer({ tools: ['stays', 'goes'] })
        await connect({ url: server.url })
        server.stop()
        const restarted = await startPlainServer({ tools: ['stays', 'comes'], port: Number(new URL(server.url).port) })
        await call('stays')
        await openWireTab('Notifications')
        await locator('.list-differences').waitFor()
        expect(await read('.list-differences')).toMatch(/new\s+comes\s+gone\s+goes/)
        restarted.stop()
      }),
    )

    test('a server that goes away in a call is explained once; the buttons above keep apart on a phone', async () => {
      const { page, connect, call, read, locator, close } = await fixture().openPage('', { width: 360, height: 740 })
      const server = await startPlainServer({ tools: ['a'] })
      await connect({ url: server.url })
      await locator('.pane-tabs button:has-text("Server")').click()
      server.stop()
      await call('a')
      await locator('.call .outcome.bad').waitFor()
      expect((await read('.call .outcome.bad')).match(/nothing answers at that address/g)).toHaveLength(1)
      await locator('.pill:has-text("No answer")').waitFor()
      const boxes = await Promise.all(
        (await page.locator('.top .pill:visible, .top button:visible').all()).map((one) => one.boundingBox()),
      )
      boxes.slice(1).forEach((box, index) => {
        expect(box!.x).toBeGreaterThanOrEqual(boxes[index]!.x + boxes[index]!.width)
      })
      await close()
    })

    test(
      'lists that CORS refuses are a failure in both panes, and nothing is cut off',
      withPage(fixture, async ({ page, press, locator, read }) => {
        const server = await startPlainServer({ tools: ['a'] })
        const proxy = await startCorsProxy(new URL(server.url).origin)
        proxy.setHeaders({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' })
        await page.getByLabel('Server URL').fill(`${proxy.origin}/mcp`)
        await press('Connect')
        await locator('.main-pane .cors-help').waitFor()
        expect(await read('.main-pane')).toMatch(/Connected, but these lists could not be loaded: tools/)
        expect(await read('.main-pane')).not.toMatch(/Pick a tool/)
        const bottom = async (selector: string) => {
          const box = (await locator(selector).boundingBox())!
          return box.y + box.height
        }
        expect(await bottom('.server-card .tags')).toBeLessThan(await bottom('.server-card'))
        const pane = (await locator('.main-pane').boundingBox())!
        const last = (await locator('.main-pane .cors-help button:text-is("Caddy")').boundingBox())!
        expect(last.x + last.width).toBeLessThan(pane.x + pane.width)
        proxy.close()
        server.stop()
      }),
    )
  })
}
