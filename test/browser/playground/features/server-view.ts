/** The server view and the status of the connection. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

const isRootsChanged = ({ rpcMethod }: { rpcMethod?: string }) => rpcMethod === 'notifications/roots/list_changed'

export function testServerView(fixture: () => Fixture): void {
  describe('the server view', () => {
    test(
      'shows server info, capabilities, and the requests it took to connect',
      withPage(fixture, async ({ connect, disconnect, press, read, problems }) => {
        await connect({ preset: '2025-11-25' })
        const shown = await read('.main-pane')
        expect(shown).toMatch(/Instructions[\s\S]*Capabilities[\s\S]*listChanged[\s\S]*Name\s+mock/)
        expect(shown).toMatch(/Protocol version\s+Negotiated 2025-11-25[\s\S]*Streamable HTTP[\s\S]*Session\s+yes/)
        expect(shown).toMatch(/Keepalive\s+every 45\.0 s/)
        await expect.poll(() => read('.connect-steps')).toMatch(/server\/discover: 400[\s\S]*initialize: 200/)
        const steps = await read('.connect-steps')
        await press('Clear')
        expect(await read('.connect-steps')).toBe(steps)
        await disconnect()
        await connect({ preset: '2025-11-25' })
        await press('Clear')
        expect(await read('.connect-steps')).toBe(steps)
        expect(problems).toEqual([])
      }),
    )

    test(
      'says session only where there is one, and counts one request as one',
      withPage(fixture, async ({ connect, disconnect, read, locator, openWireTab }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'], session: { issue: false } })
        await connect({ url: server.url })
        expect(await read('.server-card')).toMatch(/no session/)
        expect(await read('.main-pane')).toMatch(/Session\s+none/)
        await disconnect()
        await connect({ preset: '2026-07-28' })
        expect(await read('.main-pane')).toMatch(/with 1 request\./)
        await openWireTab('Notifications')
        await locator('.received-changes').waitFor()
      }),
    )

    test(
      'pings the server and shows the round trip, or why there is none',
      withPage(fixture, async ({ connect, press, locator, read, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await press('Ping')
        await locator('.ping-result:has-text("Response in")').waitFor()
        expect(await read('.ping-result')).toMatch(/Response in [\d.]+ m?s, at \d\d:\d\d:\d\d/)
        expect((await server.methods()).filter((method) => method === 'ping')).toHaveLength(1)
        await server.configure({ ping: { code: -32603, message: 'no pings today' } })
        await press('Ping')
        await locator('.ping-result.problem:has-text("no pings today")').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'connects again with other timeouts, keepalive, headers and protocol version, and remembers them without values',
      withPage(fixture, async ({ page, connect, press, locator, read, call, problems }) => {
        const server = fixture().realm()
        await connect({ url: server.url })
        expect(await page.getByRole('button', { name: 'Apply and reconnect' }).isDisabled()).toBe(true)
        const settings = locator('.connection-settings')
        await settings.getByLabel('Protocol version').selectOption('2025-11-25')
        await settings.getByLabel('Timeout (s)', { exact: true }).fill('0.4')
        await settings.getByLabel(/^Keepalive/).selectOption('off')
        await settings.getByLabel(/^Custom headers/).fill('x-tenant: canary-value')
        await press('Apply and reconnect')
        await locator('.main-pane dd:has-text("2025-11-25, as selected")').waitFor()
        expect(await read('.main-pane')).toMatch(/Keepalive\s+off/)
        expect((await server.journal()).at(-1)!.headers['x-tenant']).toBe('canary-value')
        const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
        expect(await stored()).toMatch(/400/)
        expect(await stored()).not.toMatch('canary')
        await call('slow', { ms: '20000' })
        await locator('.outcome.bad:has-text("TimeoutError")').waitFor()
        await locator('.server-card').click()
        const before = (await server.methods()).filter((method) => method === 'initialize').length
        await press('Reconnect')
        await server.until(
          (entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'initialize').length === before + 1,
        )
        expect(problems).toEqual([])
      }),
    )

    test(
      'edits the roots, tells the server, and remembers them',
      withPage(fixture, async ({ page, connect, press, open, locator, read, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await page.getByLabel('URI of a new root').fill('file:///one')
        await press('Add root')
        await page.getByLabel('URI of a new root').fill('file:///two')
        await page.keyboard.press('Enter')
        await page.getByLabel('Name of root 2').fill('Second')
        await page.keyboard.press('Tab')
        await page.getByRole('button', { name: 'Remove root 1' }).click()
        await server.until((entries) => entries.filter(isRootsChanged).length === 4)
        await page.reload()
        await expect.poll(() => page.getByLabel('URI of root 1').inputValue()).toBe('file:///two')
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('roots')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await read('.outcome.good')).toMatch(/file:\/\/\/two/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'answers sampling by rules, and asks where none applies',
      withPage(fixture, async ({ page, connect, press, open, locator, read, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await page.getByLabel('Sampling requests').selectOption('rules')
        const rules = locator('.sampling-rules textarea')
        await rules.fill('say hello')
        expect(await read('.sampling-rules .problem')).toMatch(/Line 1 is not a rule/)
        await rules.fill('if no such words: ask\nreply from the rules')
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('sample')
        await press('Call')
        await locator('.outcome.good').waitFor()
        expect(await read('.outcome.good')).toMatch(/from the rules/)
        await locator('.server-card').click()
        await rules.fill('ask')
        await open('Tools', 'ask')
        await press('Call')
        await locator('dialog').waitFor()
        await page.keyboard.press('Escape')
        expect(problems).toEqual([])
      }),
    )

    test('has room for at least five tools at 1024 by 700, and a way to them on a phone', async () => {
      const { page, connect, locator, read, press, close } = await fixture().openPage('', { width: 1024, height: 700 })
      await connect({ preset: '2025-11-25' })
      const list = (await locator('.items').boundingBox())!
      const item = (await locator('.items li').nth(3).boundingBox())!
      expect(list.height / item.height).toBeGreaterThanOrEqual(5)
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await read('.main-pane')).not.toMatch(/on the left/)
      await press('Browse tools')
      expect(await locator('.items').isVisible()).toBe(true)
      await close()
    })

    test(
      'shows when the session is being replaced and when it is connected again',
      withPage(fixture, async ({ connect, call, locator, waitForWireRow }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        // Holds the new session back until it is released below.
        await server.script({ on: { rpcMethod: 'initialize' }, do: [{ barrier: 'session' }, { pass: true }] })
        await server.act({ expireSessions: true })
        await call('echo', { text: 'hello' })
        await locator('.pill:has-text("Reconnecting")').waitFor()
        await server.release('session')
        await locator('.pill:has-text("Connected")').waitFor()
        await waitForWireRow(/new session/)
      }),
    )
  })
}
