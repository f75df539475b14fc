/** What an application does in the authorization scenarios of the official suite, in any runtime. */
import type { Client, connect as Connect } from '../../src/core/index.ts'
import { dpop } from '../../src/oauth/dpop/index.ts'
import { AuthError, type OAuth, type OAuthOptions, oauth, type SignInDriver } from '../../src/oauth/index.ts'
import { clientCredentials, enterprise, type SignatureAlgorithm, workload } from '../../src/oauth/machine/index.ts'

type Context = Record<string, string>

const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json'
/** Never requested: the response of the authorization server is read from its redirect. */
const redirectUri = 'http://localhost:3000/callback'

/** Visits the authorization endpoint as a user who agrees at once. */
const visit: SignInDriver = async (url) => {
  const response = await fetch(url, { redirect: 'manual' })
  await response.body?.cancel()
  return new URL(response.headers.get('location') ?? '', url).searchParams
}

export async function runAuthScenario(
  scenario: string,
  url: string,
  context: Record<string, unknown>,
  connect: typeof Connect,
): Promise<void> {
  const options = await optionsFor(scenario.replace('auth/', ''), url, context as Context)
  const auth = oauth({ server: url, ...options })
  const clientInfo = { name: 'conformance', version: '1.0.0' }
  const open = () => connect(url, { clientInfo, fetch: auth.fetch, extensions: auth.extensions })
  const client = await withSignIn(auth, open)
  try {
    await useTools(auth, client, options.grant === undefined)
  } finally {
    await client.close()
  }
}

async function useTools(auth: OAuth, client: Client, interactive: boolean): Promise<void> {
  const tools = await withSignIn(auth, () => client.listTools())
  if (interactive) for (const { name } of tools) await withSignIn(auth, () => client.callTool(name, {}))
}

/** Runs a step; while it needs the user, signs in and tries again. */
async function withSignIn<T>(auth: OAuth, step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof AuthError) || auth.status.status !== 'needs-user') throw error
      await auth.signIn(visit)
    }
  }
}

async function optionsFor(scenario: string, url: string, context: Context): Promise<Omit<OAuthOptions, 'server'>> {
  const interactive = { redirectUri, clientMetadataUrl, clientMetadata: { client_name: 'conformance' } }
  const { client_id: id = '', client_secret: secret = '' } = context
  const issuer = () => findIssuer(url)
  switch (scenario) {
    case 'dpop':
    case 'dpop-nonce':
      return { ...interactive, dpop: dpop({ required: true }) }
    case 'pre-registration':
      return { redirectUri, client: { issuer: await issuer(), id, secret } }
    case 'client-credentials-basic':
      return { grant: clientCredentials({ issuer: await issuer(), id, secret }) }
    case 'client-credentials-jwt': {
      const { private_key_pem: key = '', signing_algorithm = 'ES256' } = context
      const alg = signing_algorithm as SignatureAlgorithm
      return { grant: clientCredentials({ issuer: await issuer(), id, key, alg }) }
    }
    case 'enterprise-managed-authorization': {
      const { idp_client_id = '', idp_id_token: idToken = '', idp_issuer = '', idp_token_endpoint = '' } = context
      const idp = { issuer: idp_issuer, tokenEndpoint: idp_token_endpoint, id: idp_client_id, idToken }
      return { grant: enterprise({ issuer: await issuer(), id, secret, idp }) }
    }
    case 'wif-jwt-bearer':
      return { grant: workload({ issuer: await issuer(), assertion: () => context.valid_jwt ?? '' }) }
    default:
      return interactive
  }
}

/** An application with credentials knows their issuer. The suite does not tell it, so it is looked up. */
async function findIssuer(url: string): Promise<string> {
  const { origin, pathname } = new URL(url)
  const response = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
  const { authorization_servers } = (await response.json()) as { authorization_servers: string[] }
  return authorization_servers[0]!
}
