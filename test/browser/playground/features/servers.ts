/** What belongs to one server stays with it: arguments, results, history, the open view and roots. */
import { describe, expect, test } from 'vitest'
import type { Control } from '../../../../playground/server/control/control.ts'
import { type Fixture, withPage } from '../fixture.ts'

/** A server whose tool `echo` takes another argument than the mock's. */
async function otherServer(fixture: Fixture): Promise<Control> {
  const server = fixture.realm()
  const inputSchema = { type: 'object', properties: { message: { type: 'string' } } }
  await server.configure({ versions: ['2025-11-25'] })
  await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [{ name: 'echo', inputSchema }] } }] })
  return server
}

export function testServers(fixture: () => Fixture): void {
  describe('with two servers', () => {
    test(
      'nothing of the first is shown at the second, and it is there again at the first',
      withPage(fixture, async ({ page, connect, disconnect, call, open, read, locator, problems, openWireTab }) => {
        const first = fixture().realm()
        const second = await otherServer(fixture())
        await connect({ url: first.url })
        await call('echo', { text: 'from the first' })
        await locator('.outcome.good').waitFor()
        await disconnect()

        await connect({ url: second.url })
        expect(await locator('.server-card[aria-current]').count()).toBe(1)
        expect(await read('#wire-tab-history')).toMatch(/History\s+0/)
        await open('Tools', 'echo')
        expect(await locator('.outcome').count()).toBe(0)
        expect(await read('.main-pane')).not.toMatch(/from the first/)
        expect(await locator('.main-pane .field').count()).toBe(1)
        await openWireTab('History')
        await locator('.history-view .empty').waitFor()
        expect(await read('.wire')).not.toMatch(/from the first/)
        await openWireTab('Timeline')
        await disconnect()

        await connect({ url: first.url })
        await open('Tools', 'echo')
        expect(await page.getByLabel(/^text /).inputValue()).toBe('from the first')
        expect(await read('.outcome.good pre')).toBe('from the first')
        await locator('.call .code summary').click()
        expect(await read('.call .code pre')).toContain(first.url)
        expect(problems).toEqual([])
      }),
    )

    test(
      'the roots of the first are not sent to the second, and can be seen and changed',
      withPage(fixture, async ({ page, connect, disconnect, open, press, read, locator, problems }) => {
        const first = fixture().realm()
        const second = fixture().realm()
        await connect({ url: first.url })
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('roots')
        await press('Call')
        await page.getByLabel('Root URIs, one per line').fill('file:///first')
        await page.getByLabel('Send the same roots from now on').check()
        await press('Send')
        await locator('.outcome.good').waitFor()
        await locator('.server-card').click()
        expect(await page.getByLabel('URI of root 1').inputValue()).toBe('file:///first')
        await disconnect()

        await connect({ url: second.url })
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('roots')
        await press('Call')
        await locator('dialog').waitFor()
        await press('Cancel')
        expect(JSON.stringify((await second.journal()).map(({ body }) => body))).not.toMatch('file:///first')
        await disconnect()

        await connect({ url: first.url })
        await locator('.server-card').click()
        await press('Ask me instead')
        expect(await read('.roots')).toMatch(/asks you when it needs roots/)
        expect(problems).toEqual([])
      }),
    )
  })
}
