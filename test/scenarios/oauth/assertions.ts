/** Grants by assertion: enterprise-managed authorization and workload identity. */
import { clientCredentials, enterprise, type SignatureAlgorithm, workload } from '../../../src/oauth/machine/index.ts'
import type { RuntimeName, Scenario } from '../scenario.ts'
import { textContent } from '../steps/content.ts'
import { authorize, formOf, grantsAt, requestsTo } from '../steps/protected-server.ts'
import { CREDENTIALS, protectWithCredentials } from './steps/machine-server.ts'

export const assertions: Scenario[] = [
  {
    name: 'an enterprise ID token is exchanged at the identity provider and then at the authorization server',
    ids: ['auth:A-88', 'auth:A-89', 'auth:A-90'],
    async run(world) {
      const { assert } = world
      const provider = await world.origin()
      const idpIssuer = new URL(provider.url).origin
      await provider.configure({ oauth: { clients: [{ id: 'app', secret: 'secret-app' }], idToken: 'secret-id' } })
      const { server, issuer } = await protectWithCredentials(world)
      const idp = {
        tokenEndpoint: `${idpIssuer}/oauth/token`,
        id: 'app',
        secret: 'secret-app',
        idToken: () => 'secret-id',
      }
      const { auth, connect } = authorize(world, server, { grant: enterprise({ issuer, ...CREDENTIALS, idp }) })
      const client = await connect()
      assert.equal((await client.callTool('echo', { text: 'in' })).content, textContent('in'))
      assert.match(auth.status, { status: 'authorized', issuer })
      const [exchange] = requestsTo(await provider.journal(), '/oauth/token').map(formOf)
      assert.equal([exchange?.get('audience'), exchange?.get('resource')], [issuer, server.url])
      assert.equal(await grantsAt(server), ['urn:ietf:params:oauth:grant-type:jwt-bearer'])
      const journal = await server.journal()
      assert(!journal.some(({ headers }) => headers.authorization?.includes('idjag')), 'the assertion is no token')
      assert.equal(requestsTo(journal, '/oauth/authorize'), [])
    },
  },
  {
    name: 'a token of the wrong type and a refusal of the identity provider are errors, and no person is asked',
    ids: ['auth:A-89', 'auth:A-92'],
    async run(world) {
      const { assert } = world
      const provider = await world.origin()
      const idpIssuer = new URL(provider.url).origin
      const clients = [{ id: 'app', secret: 'secret-app' }]
      const idp = {
        tokenEndpoint: `${idpIssuer}/oauth/token`,
        id: 'app',
        secret: 'secret-app',
        idToken: () => 'secret-id',
      }
      const { server, issuer } = await protectWithCredentials(world)
      const fields = { issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' }
      await provider.configure({ oauth: { clients, idToken: 'secret-id', token: { fields } } })
      const grant = enterprise({ issuer, ...CREDENTIALS, idp })
      await assert.rejects(authorize(world, server, { grant }).connect(), { code: 'auth', reason: 'token-refused' })
      await provider.script({
        on: { path: '/oauth/token' },
        do: [{ respond: { status: 400, body: { error: 'access_denied' } } }],
      })
      const error = await assert.rejects(authorize(world, server, { grant }).connect(), {
        code: 'auth',
        reason: 'blocked-by-policy',
      })
      assert.match(error.server, { error: 'access_denied' })
      assert.equal(await grantsAt(server), [])
      assert.equal(requestsTo(await server.journal(), '/oauth/authorize'), [])
    },
  },
  {
    name: 'a workload signs in with its own assertion, and a refusal is final',
    ids: ['auth:A-93', 'auth:A-94'],
    async run(world) {
      const { assert } = world
      const { server, issuer } = await protectWithCredentials(world, { workloads: ['secret-workload'] })
      const asked: unknown[] = []
      const assertion = (context: unknown) => {
        asked.push(context)
        return 'secret-workload'
      }
      await authorize(world, server, { grant: workload({ issuer, assertion }) }).connect()
      assert.match(asked[0], { issuer, tokenEndpoint: `${issuer}/oauth/token`, resource: server.url })
      const [form] = requestsTo(await server.journal(), '/oauth/token').map(formOf)
      assert.equal([form?.get('resource'), form?.get('assertion')], [server.url, 'secret-workload'])
      const refused = authorize(world, server, { grant: workload({ issuer, assertion: () => 'secret-wrong' }) })
      const error = await assert.rejects(refused.connect(), { code: 'auth', reason: 'token-refused' })
      assert.match(error.server, { error: 'invalid_grant' })
      assert.equal((await grantsAt(server)).length, 2)
    },
  },
  {
    name: 'a PEM key of every algorithm that the runtime supports can sign',
    ids: ['auth:A-86'],
    async run(world) {
      const { assert, runtime } = world
      const lacking: string[] = []
      for (const [alg, parameters] of Object.entries(ALGORITHMS) as [SignatureAlgorithm, EcKeyGenParams][]) {
        const pair = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']).catch(() => undefined)
        if (!pair) {
          lacking.push(alg)
          continue
        }
        // Engines name the Ed25519 algorithm differently, and refuse a key under another name.
        const { alg: _, ...key } = await crypto.subtle.exportKey('jwk', pair.publicKey)
        const { server, issuer } = await protectWithCredentials(world, { clients: [{ id: 'robot', key }] })
        const pem = toPem(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
        const grant = clientCredentials({ issuer, id: 'robot', key: pem, alg })
        await (await authorize(world, server, { grant }).connect()).callTool('echo', { text: alg })
        const [form] = requestsTo(await server.journal(), '/oauth/token').map(formOf)
        const [header = ''] = (form?.get('client_assertion') ?? '').split('.')
        assert.match(JSON.parse(atob(header)), { alg })
      }
      assert.equal(lacking, LACKING[runtime] ?? [])
    },
  },
]

const rsa = (name: string, hash: string) => ({
  name,
  hash,
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
})

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521' },
  RS256: rsa('RSASSA-PKCS1-v1_5', 'SHA-256'),
  RS512: rsa('RSASSA-PKCS1-v1_5', 'SHA-512'),
  PS256: rsa('RSA-PSS', 'SHA-256'),
  PS384: rsa('RSA-PSS', 'SHA-384'),
  Ed25519: { name: 'Ed25519' },
} satisfies Partial<Record<SignatureAlgorithm, object>>

/** The algorithms that this engine cannot generate keys for. */
const LACKING: Partial<Record<RuntimeName, string[]>> = {}

function toPem(key: ArrayBuffer): string {
  const lines = btoa(String.fromCharCode(...new Uint8Array(key))).replace(/.{64}/g, '$&\n')
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n`
}
