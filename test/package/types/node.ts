/** A program for Node, compiled with `@types/node` and without the DOM library. */
import { type ConnectOptions, connect, type Fetch } from 'mcp-over-fetch'
import { oauth } from 'mcp-over-fetch/oauth'
import { clientCredentials } from 'mcp-over-fetch/oauth/machine'

// @ts-expect-error proves that no declaration brings the DOM library with it
export const page = document

export const plain: Fetch = fetch

const logged: Fetch = async (url, init) => {
  const response = await fetch(url, init)
  return new Response(response.body, { status: response.status, headers: { ...init.headers } })
}

export const options: ConnectOptions[] = [{ fetch: plain }, { fetch: logged }, { signal: AbortSignal.timeout(1) }]

export async function main(key: Awaited<ReturnType<typeof crypto.subtle.importKey>>): Promise<void> {
  const server = 'https://tools.example.com/mcp'
  const issuer = 'https://as.example.com'
  const grant = clientCredentials({ issuer, id: 'service', key, alg: 'ES256' })
  clientCredentials({ issuer, id: 'service', key: await crypto.subtle.exportKey('jwk', key), alg: 'ES256' })
  // @ts-expect-error no key
  clientCredentials({ issuer, id: 'service', key: 5, alg: 'ES256' })
  await using client = await connect(server, { fetch: oauth({ server, grant, scope: undefined }).fetch })
  await client.listTools()
}
