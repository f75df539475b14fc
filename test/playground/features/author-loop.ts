/** The loop of somebody who writes a server: restart it, see what changed, and see when it is away. */
import { describe, expect, test } from 'vitest'
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
  })
}
