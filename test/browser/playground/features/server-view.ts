/** The server view and the status of the connection. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testServerView(fixture: () => Fixture): void {
  describe('the server view', () => {
    test(
      'shows server info, capabilities, and the requests it took to connect',
      withPage(fixture, async ({ connect, disconnect, press, read, problems }) => {
        await connect({ preset: '2025-11-25' })
        const shown = await read('.main-pane')
        expect(shown).toMatch(/Instructions[\s\S]*Capabilities[\s\S]*listChanged[\s\S]*Name\s+mock/)
        expect(shown).toMatch(/Era\s+legacy[\s\S]*Revision\s+2025-11-25[\s\S]*Streamable HTTP[\s\S]*Session\s+yes/)
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
      withPage(fixture, async ({ connect, disconnect, read, locator }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'], session: { issue: false } })
        await connect({ url: server.url })
        expect(await read('.server-card')).toMatch(/no session/)
        expect(await read('.main-pane')).toMatch(/Session\s+none/)
        await disconnect()
        await connect({ preset: '2026-07-28' })
        expect(await read('.main-pane')).toMatch(/1 request\./)
        await locator('.other-views button:has-text("Notifications")').click()
        expect(await read('.main-pane h2')).toBe('Changes')
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
      await press('Show what it has')
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
