/** The document that an application hosts to say who it is. */
import { parseUrl } from '../../core/util/parse-url.ts'
import { listOf } from '../discover/authorization-server.ts'
import { isLoopback } from '../http/allow-url.ts'
import { isObject } from '../http/request.ts'
import type { ClientMetadata, OAuthOptions } from '../types.ts'
import { describeClient } from './registration.ts'

type DocumentOptions = Pick<OAuthOptions, 'clientMetadata' | 'offline' | 'dpop' | 'fetch'> & {
  clientMetadataUrl: string
  redirectUri: string
}

/** What to host at `clientMetadataUrl`, from the options that go to `oauth()`. */
export function clientMetadataDocument(options: DocumentOptions): ClientMetadata {
  return { ...describeClient(options, options.redirectUri), client_id: options.clientMetadataUrl }
}

/** What is wrong with the hosted copy; empty if nothing is. */
export async function checkClientMetadata(options: DocumentOptions): Promise<string[]> {
  const { fetch = globalThis.fetch, clientMetadataUrl } = options
  const { signal } = new AbortController()
  const init = { method: 'GET', headers: {}, signal, redirect: 'manual', credentials: 'omit' } as const
  const response = await fetch(clientMetadataUrl, init)
  const hosted: unknown = response.status === 200 ? await response.json().catch(() => undefined) : undefined
  if (!isObject(hosted)) return [`expected a JSON object at ${clientMetadataUrl}, got status ${response.status}`]
  const differences = Object.entries(clientMetadataDocument(options)).flatMap(([name, expected]) => {
    const found = hosted[name]
    const parts =
      Array.isArray(expected) && Array.isArray(found) ? expected.every((part) => found.includes(part)) : false
    if (parts || JSON.stringify(found) === JSON.stringify(expected)) return []
    return [`${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`]
  })
  return [...differences, ...findMixture(listOf(hosted.redirect_uris) ?? [])]
}

/** A document is for all who can read it: any program on a person's machine could pass for the application there. */
function findMixture(redirectUris: string[]): string[] {
  const local = redirectUris.filter((text) => {
    const url = parseUrl(text)
    return url && isLoopback(url)
  })
  if (local.length === 0 || local.length === redirectUris.length) return []
  return [`redirect_uris: expected no loopback address beside others, got ${JSON.stringify(local)}`]
}
