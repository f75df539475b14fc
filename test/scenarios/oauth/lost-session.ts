/** Servers that answer 401 when they have lost a session: the token is good, and nobody has to sign in. */
import type { Scenario, World } from '../scenario.ts'
import { onCall, textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { grantsAt, type Protected, protectAndSignIn } from '../steps/protected-server.ts'

const refused = (body: string, headers: Record<string, string> = {}) => ({
  respond: { status: 401, body, headers: { 'content-type': 'text/plain', ...headers } },
})

const lost = refused('Unauthorized: Session not found')

async function connectSession(world: World) {
  const made = await protectAndSignIn(world)
  await made.server.configure({ versions: ['2025-11-25'] })
  return { ...made, client: await made.connect() }
}

const initializes = async ({ server }: Protected) => requestsIn(await server.journal(), 'initialize').length

export const lostSession: Scenario[] = [
  {
    name: 'a 401 that speaks of a lost session replaces the session, and the token is not refreshed',
    async run(world) {
      const { assert } = world
      const made = await connectSession(world)
      const { client, server, auth } = made
      for (const round of [1, 2]) {
        const before = await initializes(made)
        await server.script(onCall(lost))
        assert.equal(textsOf(await client.callTool('echo', { text: `${round}` })), [`${round}`])
        assert.equal((await initializes(made)) - before, 1)
      }
      assert.equal(await grantsAt(server), ['authorization_code'])
      assert.match(auth.status, { status: 'authorized' })
      assert.equal(client.connection.status, 'connected')
    },
  },
  {
    name: 'a session that is lost while its token expires gets both anew',
    async run(world) {
      const { assert } = world
      const made = await connectSession(world)
      const { client, server, auth } = made
      const before = await initializes(made)
      await server.act({ expireTokens: true })
      // Refused twice: for the token, and with the new one for the session.
      const rule = { on: { rpcMethod: 'tools/call' } }
      await server.script({ ...rule, nth: 1, do: [{ pass: true }] }, { ...rule, nth: 2, do: [lost] })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal((await initializes(made)) - before, 1)
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      assert.match(auth.status, { status: 'authorized' })
    },
  },
  {
    name: 'a 401 in words of a session that is about the token refreshes it with the next handshake',
    async run(world) {
      const { assert } = world
      const { client, server, auth } = await connectSession(world)
      await server.act({ expireTokens: true })
      await server.script(onCall(refused('Session expired')))
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      assert.match(auth.status, { status: 'authorized' })
    },
  },
  {
    name: 'a 401 with a challenge is about the token, whatever its words are',
    async run(world) {
      const { assert } = world
      const made = await connectSession(world)
      const { client, server } = made
      const before = await initializes(made)
      const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' }
      await server.script(onCall(refused('Unauthorized: Session not found', challenge)))
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal((await initializes(made)) - before, 0)
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'a 401 in other words is about the token',
    async run(world) {
      const { assert } = world
      const made = await connectSession(world)
      const { client, server } = made
      const before = await initializes(made)
      await server.script(onCall(refused('Unauthorized: no session for this token')))
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal((await initializes(made)) - before, 0)
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
]
