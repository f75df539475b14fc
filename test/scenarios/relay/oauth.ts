/** Authorization through a relay: metadata, registration, tokens and calls all go through it. */
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { AS, authorize, grantsAt, PRM, requestedPaths, visitor, withToken } from '../steps/protected-server.ts'
import { startRelay } from './steps/in-process-relay.ts'

export const authorization: Scenario[] = [
  {
    name: 'a protected server is found, signed in to, called, refreshed and signed out of through a relay',
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ oauth: {} })
      const { fetch } = startRelay([server.url])
      const { auth, connect, origin } = authorize(world, server, { fetch })
      await assert.rejects(connect(), { code: 'authorization-required', delivery: 'not-executed' })
      assert.equal((await auth.signIn(visitor)).status, 'authorized')
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'in' })).content, textContent('in'))
      await server.act({ expireTokens: true })
      assert.equal((await client.callTool('echo', { text: 'still' })).content, textContent('still'))
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
      await auth.signOut({ revoke: true })
      const paths = await requestedPaths(server)
      for (const path of [`${PRM}/mcp`, AS, '/oauth/register', '/oauth/token', '/oauth/revoke']) {
        assert(paths.includes(path), `${path} at ${origin}, got ${paths}`)
      }
      // The visitor opens the authorization page directly.
      const others = (await server.journal()).filter(({ path, httpMethod }) => {
        return httpMethod !== 'OPTIONS' && !path.startsWith('/oauth/authorize')
      })
      assert(
        others.every(({ headers }) => headers['mcp-relay'] === 'request'),
        'all but the visit went through the relay',
      )
      assert(withToken(await server.journal()).length > 0, 'the token came to the server')
    },
  },
  {
    name: 'an authorization server that the relay does not allow is named in the error',
    async run(world) {
      const { assert } = world
      const [server, other] = await Promise.all([world.origin(), world.origin()])
      const { origin } = new URL(other.url)
      await server.configure({ oauth: { resource: { fields: { authorization_servers: [origin] } } } })
      const { fetch } = startRelay([server.url])
      const { auth } = authorize(world, server, { fetch })
      await assert.rejects(auth.signIn(visitor), {
        code: 'auth',
        delivery: 'not-executed',
        message: new RegExp(`The relay at https://relay.example: The relay does not send requests to ${origin}`),
      })
    },
  },
]
