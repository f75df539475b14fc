/** Point 2: what the server is and how the connection is doing. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

export function knowingTheServer(stage: () => Stage): void {
  describe('the server', () => {
    test(
      'says who it is, what it can do, and how it was found',
      visiting(stage, async ({ connect, read, complaints }) => {
        await connect({ preset: '2025-11-25' })
        const shown = await read('.work')
        expect(shown).toMatch(/Name\s+mock[\s\S]*Capabilities[\s\S]*listChanged/)
        expect(shown).toMatch(/Era\s+legacy[\s\S]*Revision\s+2025-11-25[\s\S]*Streamable HTTP[\s\S]*Session\s+yes/)
        expect(shown).toMatch(/Keepalive\s+every 3 min/)
        expect(await read('.found')).toMatch(/server\/discover: 400[\s\S]*initialize: 200/)
        expect(complaints).toEqual([])
      }),
    )

    test(
      'the state of the connection follows what happens',
      visiting(stage, async ({ connect, call, locate, seeOnWire }) => {
        const server = stage().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        // The new session does not come before it is let through.
        await server.script({ on: { rpc: 'initialize' }, do: [{ barrier: 'session' }, { pass: true }] })
        await server.act({ expireSessions: true })
        await call('echo', { text: 'hello' })
        await locate('.pill:has-text("Reconnecting")').waitFor()
        await server.release('session')
        await locate('.pill:has-text("Connected")').waitFor()
        await seeOnWire(/new session/)
      }),
    )
  })
}
