/** OAuth requests that a browser refuses because of CORS: the error names the missing header. */
import { dpop } from '../../../src/oauth/dpop/index.ts'
import type { OAuthOptions } from '../../../src/oauth/index.ts'
import type { Scenario } from '../scenario.ts'
import { onlyInBrowsers } from '../steps/browsers.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { authorize, CALLBACK, protect, visitor } from '../steps/protected-server.ts'

const runs = onlyInBrowsers('only the requests of a page are refused by its browser')

const SESSION = ['accept', 'content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id']

const EXPOSED = ['dpop-nonce', 'mcp-session-id', 'www-authenticate']

export const cors: Scenario[] = [
  {
    name: 'in a browser, a header that the authorization server does not allow or expose is named in the error',
    ids: ['auth:A-119'],
    runs,
    async run(world) {
      const { assert } = world
      for (const [missing, allowHeaders, optionsAt] of [
        ['content-type', ['accept'], () => ({})],
        ['dpop', ['content-type'], () => ({ dpop: dpop() })],
        ['authorization', ['content-type'], (issuer) => ({ client: { issuer, id: 'known', secret: 's3' } })],
      ] satisfies [string, string[], (issuer: string) => Partial<OAuthOptions>][]) {
        const server = await world.origin()
        const clients = [{ id: 'known', secret: 's3', redirectUris: [CALLBACK] }]
        await server.configure({ allowHeaders, oauth: { clients } })
        const { auth } = authorize(world, server, optionsAt(new URL(server.url).origin))
        const error = await assert.rejects(auth.signIn(visitor), {
          code: 'auth',
          reason: 'cors-or-network',
          retryable: true,
          delivery: 'not-executed',
        })
        const [, allowed = '', exposed = ''] =
          /CORS must allow (.*), and expose (.*)$/.exec(String(error.message)) ?? []
        assert.includes(allowed.split(', '), missing)
        assert.equal(exposed.split(', '), EXPOSED)
        await server.configure({ allowHeaders: allowed.split(', ') })
        assert.match(await auth.signIn(visitor), { status: 'authorized' })
      }
    },
  },
  {
    name: 'in a browser, an MCP server that does not allow the Authorization header is named in the error and works once it does',
    ids: ['auth:A-119'],
    runs,
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      const allowHeaders = [...SESSION, 'mcp-method', 'mcp-name']
      await server.configure({ allowHeaders, oauth: {} })
      const { auth, connect } = authorize(world, server)
      await assert.rejects(connect(), { code: 'authorization-required' })
      await auth.signIn(visitor)
      const error = await assert.rejects(connect(), { code: 'auth', reason: 'cors-or-network', delivery: 'unknown' })
      const allowed = /CORS must allow (.*), and expose/.exec(String(error.message))?.[1]?.split(', ') ?? []
      for (const name of ['authorization', 'content-type', 'mcp-method', 'mcp-protocol-version']) {
        assert.includes(allowed, name)
      }
      await server.configure({ allowHeaders: [...allowed, ...allowHeaders] })
      assert.equal((await (await connect()).callTool('echo', { text: 'x' })).isError ?? false, false)
    },
  },
  {
    name: 'in a browser, a server whose CORS rules predate the stateless revision works with a token',
    ids: ['auth:A-119'],
    runs,
    async run(world) {
      const { assert } = world
      const server = await world.origin()
      await server.configure({ versions: [...HANDSHAKES], allowHeaders: [...SESSION, 'authorization'], oauth: {} })
      const { auth, connect } = authorize(world, server)
      await assert.rejects(connect(), { code: 'authorization-required' })
      await auth.signIn(visitor)
      const client = await connect()
      assert.equal(client.connection.era, 'legacy')
      await client.callTool('echo', { text: 'x' })
    },
  },
  {
    name: 'in a browser, a DPoP-Nonce header that is not exposed is named in the error, for either server',
    ids: ['auth:A-102'],
    runs,
    async run(world) {
      const { assert } = world
      for (const side of ['as', 'rs'] as const) {
        const { auth, connect, server } = await protect(
          world,
          { dpop: { nonces: [side], hideNonces: true } },
          { dpop: dpop() },
        )
        await assert.rejects(side === 'as' ? auth.signIn(visitor) : auth.signIn(visitor).then(() => connect()), {
          code: 'auth',
          reason: 'dpop-refused',
          message: /no DPoP-Nonce header is visible: for a page, CORS must expose it/,
        })
        await server.configure({ oauth: { dpop: { nonces: [side], hideNonces: false } } })
        await auth.signIn(visitor)
        await connect()
      }
    },
  },
]
