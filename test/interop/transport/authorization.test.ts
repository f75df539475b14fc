/** The authorization that an application has for its SDK, below our transport: `oauthFrom(provider, auth)`. */
import { beforeAll, expect, test } from 'vitest'
import { authorizationServer, createMockServer } from '../../../src/testing/index.ts'
import { fetchTransport, oauthFrom } from '../../../src/transport/index.ts'
import { installClients, load } from '../../mock-server/peers/other-clients.ts'
import { aiSdk, type ConnectHost, client2, sdk1 } from './hosts.ts'

beforeAll(installClients, 240_000)

const hosts: [name: string, auth: string, connect: ConnectHost][] = [
  ['@modelcontextprotocol/sdk 1.x', '@modelcontextprotocol/sdk/client/auth.js', sdk1],
  ['@modelcontextprotocol/client 2.x', '@modelcontextprotocol/client', client2],
  ['@ai-sdk/mcp', '@ai-sdk/mcp', aiSdk],
]

const redirectUrl = 'https://app.example/callback'

function createProvider() {
  let client: object | undefined
  let tokens: { access_token: string } | undefined
  let verifier = ''
  let state = ''
  const provider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'app',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => client,
    saveClientInformation(saved: object) {
      client = saved
    },
    tokens: () => tokens,
    saveTokens(saved: { access_token: string }) {
      tokens = saved
    },
    saveCodeVerifier(saved: string) {
      verifier = saved
    },
    codeVerifier: () => verifier,
    state: () => 'state-1',
    saveState(saved: string) {
      state = saved
    },
    storedState: () => state,
    authorizationUrl: undefined as URL | undefined,
    redirectToAuthorization(url: URL) {
      provider.authorizationUrl = url
    },
  }
  return provider
}

test.for(hosts)('%s signs in, and its tokens are refreshed when they have expired', async ([, module, connect]) => {
  const server = createMockServer({ auth: authorizationServer() })
  const provider = createProvider()
  const { auth } = await load<{ auth: (provider: object, request: object) => Promise<string> }>(module)
  const authFetch = oauthFrom(provider, auth, server.fetch)
  const open = () => connect(fetchTransport(server.url, { fetch: authFetch }))
  const error = await open().catch((reason) => reason)
  expect(error).toMatchObject({ name: 'UnauthorizedError', code: 'unauthorized', delivery: 'not-executed' })
  const { headers } = await server.fetch(provider.authorizationUrl!, { redirect: 'manual' })
  const { searchParams: callback } = new URL(headers.get('location')!)
  const iss = callback.get('iss') ?? undefined
  await authFetch.finishAuth({
    authorizationCode: callback.get('code'),
    iss,
    callbackState: callback.get('state'),
    callbackIssuer: iss,
  })
  const host = await open()
  expect(await host.toolNames()).toEqual(['echo', 'add', 'slow'])
  server.expireTokens()
  const before = provider.tokens()!.access_token
  expect(await host.call('echo', { text: 'refreshed' })).toMatchObject({ content: [{ text: 'refreshed' }] })
  expect(provider.tokens()!.access_token).not.toBe(before)
  await host.close()
  await server.close()
})
