/** What an application with the provider of another SDK does in the authorization scenarios of the official suite. */
import { fetchTransport, oauthFrom } from '../../../src/transport/index.ts'
import type { ConnectedHost, ConnectHost } from '../../interop/transport/hosts.ts'
import { load } from '../../mock-server/peers/other-clients.ts'
import { createProvider, type Provider } from './provider.ts'

type Auth = Parameters<typeof oauthFrom<Provider>>[1]

interface OfficialClient {
  auth: Auth
  ClientCredentialsProvider: new (options: object) => Provider
  PrivateKeyJwtProvider: new (options: object) => Provider
}

export async function runAuthScenario(
  name: string,
  url: string,
  context: Record<string, unknown>,
  connect: ConnectHost,
): Promise<void> {
  const sdk = await load<OfficialClient>('@modelcontextprotocol/client')
  const provider = choose(sdk, name.replace('auth/', ''), context)
  const authFetch = oauthFrom(provider, sdk.auth)
  const host = await withSignIn(() => connect(fetchTransport(url, { fetch: authFetch })))
  try {
    await useTools(host)
  } finally {
    await host.close()
  }

  async function useTools(host: ConnectedHost): Promise<void> {
    const tools = await withSignIn(() => host.tools())
    if (!name.includes('client-credentials')) for (const { name } of tools) await withSignIn(() => host.call(name))
  }

  /** Runs a step; while it needs the user, signs in and tries again. */
  async function withSignIn<T>(step: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await step()
      } catch (error) {
        if ((error as Error).name !== 'UnauthorizedError') throw error
        await authFetch.finishAuth(provider.takeCallback!())
      }
    }
  }
}

function choose(
  { ClientCredentialsProvider, PrivateKeyJwtProvider }: OfficialClient,
  scenario: string,
  {
    client_id: clientId,
    client_secret: clientSecret,
    private_key_pem: privateKey,
    signing_algorithm,
  }: Record<string, unknown>,
): Provider {
  if (scenario === 'client-credentials-basic') return new ClientCredentialsProvider({ clientId, clientSecret })
  const algorithm = signing_algorithm ?? 'ES256'
  if (scenario === 'client-credentials-jwt') return new PrivateKeyJwtProvider({ clientId, privateKey, algorithm })
  return createProvider(
    scenario === 'pre-registration' ? { client_id: clientId, client_secret: clientSecret } : undefined,
  )
}
