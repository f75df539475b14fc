/** Machine grants: client credentials and signed assertions, for one issuer only. */
import { clientCredentials, enterprise, workload } from '../../../src/oauth/machine/index.ts'
import type { Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { paramsOf } from '../steps/journal.ts'
import { authorize, formOf, grantsAt, requestsTo } from '../steps/protected-server.ts'
import { CREDENTIALS, protectWithCredentials } from './steps/machine-server.ts'

function claimsIn(jwt: string | null): Record<string, unknown> {
  return JSON.parse(atob((jwt ?? '').split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')))
}

export const machineGrants: Scenario[] = [
  {
    name: 'client credentials get one token for all calls, and another when it expires',
    ids: ['auth:A-84', 'auth:A-87'],
    async run(world) {
      const { assert } = world
      const { server, issuer } = await protectWithCredentials(world, { scope: 'read' })
      const { auth, connect } = authorize(world, server, { grant: clientCredentials({ issuer, ...CREDENTIALS }) })
      const client = await connect()
      assert.match(auth.status, { status: 'authorized', issuer, scope: 'read' })
      await server.act({ expireTokens: true })
      const calls = Array.from({ length: 20 }, (_, index) => client.callTool('echo', { text: `${index}` }))
      assert.equal((await Promise.all(calls)).at(-1)?.content, textContent('19'))
      const requests = requestsTo(await server.journal(), '/oauth/token')
      assert.equal(requests.length, 2)
      for (const request of requests) {
        assert.match(request.headers, { authorization: `Basic ${btoa('robot:secret-given')}` })
        const { grant_type, scope, resource, ...more } = Object.fromEntries(formOf(request))
        assert.equal([grant_type, scope, resource, more], ['client_credentials', 'read', server.url, {}])
      }
      assert.equal(requestsTo(await server.journal(), '/oauth/register'), [])
    },
  },
  {
    name: 'an assertion that was signed elsewhere authenticates a service, and a refused one is not repeated in the error',
    async run(world) {
      const { assert } = world
      const { server, issuer } = await protectWithCredentials(world)
      const assertion = ({ tokenEndpoint }: { tokenEndpoint: string }) => `canary.for.${tokenEndpoint.length}`
      const { connect } = authorize(world, server, { grant: clientCredentials({ issuer, id: 'robot', assertion }) })
      const error = await assert.rejects(connect(), { code: 'auth', reason: 'token-refused' })
      assert(!`${error.message} ${JSON.stringify(error)}`.includes('canary'), 'the assertion is redacted')
      const [request] = requestsTo(await server.journal(), '/oauth/token')
      const { client_assertion, client_assertion_type, grant_type } = Object.fromEntries(formOf(request))
      assert.equal(grant_type, 'client_credentials')
      assert.equal(client_assertion, `canary.for.${`${issuer}/oauth/token`.length}`)
      assert.equal(client_assertion_type, 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    },
  },
  {
    name: 'a client secret is sent in the body if the server wants it there',
    ids: ['auth:A-84'],
    async run(world) {
      const { assert } = world
      const fields = { token_endpoint_auth_methods_supported: ['client_secret_post'], authorization_endpoint: null }
      const { server, issuer } = await protectWithCredentials(world, { server: { fields } })
      const { connect } = authorize(world, server, { grant: clientCredentials({ issuer, ...CREDENTIALS }) })
      await connect()
      const [request] = requestsTo(await server.journal(), '/oauth/token')
      assert.equal(formOf(request).get('client_secret'), 'secret-given')
      assert.equal(request?.headers.authorization, undefined)
    },
  },
  {
    name: 'a private key signs a new assertion for every attempt, for the issuer only and for at most a minute',
    ids: ['auth:A-85', 'auth:A-86'],
    async run(world) {
      const { assert } = world
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const key = await crypto.subtle.exportKey('jwk', pair.publicKey)
      const privateKey = await crypto.subtle.exportKey('jwk', pair.privateKey)
      const { server, issuer } = await protectWithCredentials(world, { clients: [{ id: 'robot', key }] })
      for (const given of [pair.privateKey, privateKey]) {
        const grant = clientCredentials({ issuer, id: 'robot', key: given, alg: 'ES256', kid: 'k1' })
        const { connect } = authorize(world, server, { grant })
        const client = await connect()
        await server.act({ expireTokens: true })
        await client.callTool('echo', { text: 'x' })
      }
      const forms = requestsTo(await server.journal(), '/oauth/token').map(formOf)
      assert.equal(forms.length, 4)
      const claims = forms.map((form) => claimsIn(form.get('client_assertion')))
      assert.equal(new Set(claims.map(({ jti }) => jti)).size, 4)
      for (const claim of claims) {
        assert.match(claim, { iss: 'robot', sub: 'robot', aud: issuer })
        assert(Number(claim.exp) - Number(claim.iat) <= 60, 'a minute')
      }
      assert(
        forms.every((form) => !form.has('client_id') && !form.has('client_secret')),
        'nothing else',
      )
    },
  },
  {
    name: 'a machine client that lacks a scope is told which, and requests nothing',
    ids: ['auth:A-72'],
    async run(world) {
      const { assert } = world
      const { server, issuer } = await protectWithCredentials(world, { toolScopes: { echo: 'write' } })
      const { connect } = authorize(world, server, { grant: clientCredentials({ issuer, ...CREDENTIALS }) })
      const client = await connect()
      const error = await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'insufficient-scope' })
      assert.includes(String(error.scope), 'write')
      assert.equal(await grantsAt(server), ['client_credentials'])
    },
  },
  {
    name: 'a server that names another issuer gets no secret, assertion or token of a machine client',
    ids: ['auth:A-83', 'auth:S-7'],
    async run(world) {
      const { assert } = world
      const evil = await world.origin()
      await evil.configure({ oauth: {} })
      const { server, issuer } = await protectWithCredentials(world, {
        resource: { fields: { authorization_servers: [new URL(evil.url).origin] } },
      })
      let asked = 0
      const assertion = () => {
        asked++
        return 'secret-workload'
      }
      const idp = { tokenEndpoint: `${issuer}/oauth/token`, id: 'robot', secret: 'secret-idp', idToken: assertion }
      for (const grant of [
        clientCredentials({ issuer, ...CREDENTIALS }),
        workload({ issuer, assertion }),
        enterprise({ issuer, ...CREDENTIALS, idp }),
      ]) {
        const { connect } = authorize(world, server, { grant })
        await assert.rejects(connect(), { code: 'auth', reason: 'authorization-server-changed' })
      }
      assert.equal(asked, 0)
      assert.equal([await grantsAt(server), await grantsAt(evil)], [[], []])
      assert(!JSON.stringify(await evil.journal()).includes('secret-'), 'the other saw no secret')
    },
  },
  {
    name: 'a machine client does not believe a server that claims to be its issuer',
    ids: ['auth:A-83'],
    async run(world) {
      const { assert } = world
      const honest = await world.origin()
      const issuer = new URL(honest.url).origin
      const { server } = await protectWithCredentials(world, {
        challenge: 'none',
        resource: null,
        server: { fields: { issuer } },
      })
      const { connect } = authorize(world, server, { grant: clientCredentials({ issuer, ...CREDENTIALS }) })
      await assert.rejects(connect(), { code: 'auth', reason: 'authorization-server-changed' })
      assert.equal(await grantsAt(server), [])
    },
  },
  {
    name: 'a machine grant declares its extension with every request',
    ids: ['auth:A-9'],
    async run(world) {
      const { assert } = world
      const { server, issuer } = await protectWithCredentials(world)
      await server.configure({ versions: ['2026-07-28'] })
      const { auth, connect } = authorize(world, server, { grant: clientCredentials({ issuer, ...CREDENTIALS }) })
      const name = 'io.modelcontextprotocol/oauth-client-credentials'
      assert.equal(auth.extensions, { [name]: {} })
      const client = await connect({ extensions: auth.extensions })
      await client.callTool('echo', { text: 'x' })
      const call = (await server.journal()).find(({ rpcMethod }) => rpcMethod === 'tools/call')
      const { _meta } = paramsOf(call) as { _meta: Record<string, { extensions?: object }> }
      assert.equal(_meta['io.modelcontextprotocol/clientCapabilities']?.extensions, { [name]: {} })
    },
  },
]
