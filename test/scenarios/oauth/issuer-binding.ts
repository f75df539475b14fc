/** Binding to the issuer: credentials and tokens of one authorization server are never sent to another. */
import type { OAuthConfig } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import {
  authorize,
  grantsAt,
  PRM,
  protectAndSignIn,
  queryOf,
  requestedPaths,
  requestsTo,
  visitor,
} from '../steps/protected-server.ts'

export const issuerBinding: Scenario[] = [
  {
    name: 'after a move to another authorization server nothing of the old one is sent to it',
    ids: ['auth:A-81', 'auth:A-17'],
    async run(world) {
      const { assert } = world
      const { auth, connect, server } = await protectAndSignIn(world)
      const client = await connect()
      const next = await world.origin()
      const issuer = new URL(next.url).origin
      await next.configure({ oauth: {} })
      const fields = { authorization_servers: [issuer] }
      await server.configure({ oauth: { resource: { fields }, trusted: [issuer] } })
      const before = (await grantsAt(server)).length
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
      assert.match(await auth.signIn(visitor), { status: 'authorized', issuer })
      assert.equal((await client.callTool('echo', { text: 'moved' })).content, textContent('moved'))
      const journal = await next.journal()
      const old = queryOf(requestsTo(await server.journal(), '/oauth/authorize')[0]).get('client_id')
      assert.equal(requestsTo(journal, '/oauth/register').length, 1)
      assert(!JSON.stringify(journal).includes(String(old)), 'the old client is not shown')
      assert(!JSON.stringify(journal).includes('secret-refresh-'), 'nor the old refresh token')
      assert.equal((await grantsAt(server)).length, before)
    },
  },
  {
    name: 'a client metadata document works at a new authorization server without registration',
    ids: ['auth:A-81'],
    async run(world) {
      const { assert } = world
      const document = { fields: { client_id_metadata_document_supported: true } }
      const clientMetadataUrl = 'https://app.example/client.json'
      const { auth, connect, server } = await protectAndSignIn(world, { server: document }, { clientMetadataUrl })
      const client = await connect()
      const next = await world.origin()
      const issuer = new URL(next.url).origin
      await next.configure({ oauth: { server: document } })
      await server.configure({
        oauth: { resource: { fields: { authorization_servers: [issuer] } }, trusted: [issuer] },
      })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'authorization-required' })
      assert.match(await auth.signIn(visitor), { status: 'authorized', issuer })
      assert.equal(queryOf(requestsTo(await next.journal(), '/oauth/authorize')[0]).get('client_id'), clientMetadataUrl)
      assert(!(await requestedPaths(next)).includes('/oauth/register'), 'nothing is registered')
    },
  },
  {
    name: 'an issuer named in a token or registration response is not believed',
    ids: ['auth:A-82', 'auth:S-8'],
    async run(world) {
      const { assert } = world
      const fields = { issuer: 'https://victim.example', iss: 'https://victim.example' }
      const { auth, connect, origin, server } = await protectAndSignIn(world, {
        registration: { fields },
        token: { fields },
      })
      assert.match(auth.status, { status: 'authorized', issuer: origin })
      const client = await connect()
      await server.act({ expireTokens: true })
      await client.callTool('echo', { text: 'x' })
      assert.match(auth.status, { status: 'authorized', issuer: origin })
      assert.equal(await grantsAt(server), ['authorization_code', 'refresh_token'])
    },
  },
  {
    name: 'credentials of an issuer are not sent to a server without metadata that claims to be it',
    ids: ['auth:A-83', 'auth:A-26', 'auth:S-6'],
    async run(world) {
      const { assert } = world
      const honest = 'https://honest.example'
      const configs: OAuthConfig[] = [
        { challenge: 'none', resource: null, server: null, endpoints: '' },
        { challenge: 'none', resource: null, server: { fields: { issuer: honest } } },
        { resource: { fields: { authorization_servers: [honest] } }, issuer: honest },
      ]
      for (const config of configs) {
        const server = await world.origin()
        await server.configure({ oauth: config })
        const { auth } = authorize(world, server, {
          client: { issuer: honest, id: 'known', secret: 'secret-given' },
          // A test must not send requests to the outside.
          allowUrl: (url) => url.hostname !== 'honest.example',
        })
        await assert.rejects(auth.signIn(visitor), { code: 'auth', delivery: 'not-executed' })
        const journal = await server.journal()
        assert(!JSON.stringify(journal).includes('secret-given'), 'the secret stayed here')
        assert(!journal.some(({ path }) => /\/(token|authorize|register)/.test(path)), 'no endpoint was asked')
      }
    },
  },
  {
    name: 'resource metadata is read again after a token was refused',
    ids: ['auth:A-17'],
    async run(world) {
      const { assert } = world
      const { connect, server } = await protectAndSignIn(world)
      const client = await connect()
      const before = requestsTo(await server.journal(), `${PRM}/mcp`).length
      await server.act({ expireTokens: true })
      await client.callTool('echo', { text: 'x' })
      assert.equal(requestsTo(await server.journal(), `${PRM}/mcp`).length, before + 1)
    },
  },
]
