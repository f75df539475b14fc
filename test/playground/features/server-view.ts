/** The server view and the status of the connection. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testServerView(fixture: () => Fixture): void {
  describe('the server view', () => {
    test(
      'shows server info, capabilities, and the requests it took to connect',
      withPage(fixture, async ({ connect, read, problems }) => {
        await connect({ preset: '2025-11-25' })
        const shown = await read('.main-pane')
        expect(shown).toMatch(/Instructions[\s\S]*Capabilities[\s\S]*listChanged[\s\S]*Name\s+mock/)
        expect(shown).toMatch(/Era\s+legacy[\s\S]*Revision\s+2025-11-25[\s\S]*Streamable HTTP[\s\S]*Session\s+yes/)
        expect(shown).toMatch(/Keepalive\s+every 45\.0 s/)
        expect(await read('.connect-steps')).toMatch(/server\/discover: 400[\s\S]*initialize: 200/)
        expect(problems).toEqual([])
      }),
    )

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
