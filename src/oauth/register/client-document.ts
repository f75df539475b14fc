/** The client metadata document that an application hosts, and a check of the hosted copy. */

import { isObject } from '../../core/util/is-object.ts'
import { parseUrl } from '../../core/util/parse-url.ts'
import { isLoopback } from '../../shared/localhost.ts'
import { checkOptions } from '../check-options.ts'
import { toStringList } from '../discover/server-metadata.ts'
import { fetchDocument } from '../http/fetch-document.ts'
import type { OAuthOptions } from '../options.ts'
import type { ClientMetadata } from '../types.ts'
import { createClientMetadata } from './registration.ts'

type DocumentOptions = Pick<
  OAuthOptions,
  'clientMetadata' | 'requestRefreshToken' | 'dpop' | 'fetch' | 'allowCustomScheme'
> & {
  clientMetadataUrl: string
  redirectUri: string
}

/** The document to host at `clientMetadataUrl`, made from the options of `oauth()`. */
export function clientMetadataDocument(options: DocumentOptions): ClientMetadata {
  const { clientMetadataUrl, redirectUri } = options
  // The name is required, and is what users see.
  const metadata = createClientMetadata(options, redirectUri)
  const client_name = metadata.client_name ?? new URL(clientMetadataUrl).hostname
  return { ...metadata, client_name, client_id: clientMetadataUrl }
}

/** Compares the hosted copy with the options. Resolves to the differences; empty if there are none. */
export async function checkClientMetadata(options: DocumentOptions): Promise<string[]> {
  const { clientMetadataUrl } = options
  try {
    checkOptions({ ...options, server: 'https://localhost' })
  } catch (error) {
    return [(error as Error).message]
  }
  const { got, json: hosted } = await fetchDocument(clientMetadataUrl, options.fetch)
  if (!isObject(hosted)) return [`expected a JSON object at ${clientMetadataUrl}, got ${got}`]
  const differences = Object.entries(clientMetadataDocument(options)).flatMap(([name, expected]) => {
    const actual = hosted[name]
    // Without a name in the options, any will do.
    if (name === 'client_name' && !options.clientMetadata?.client_name && actual && typeof actual === 'string')
      return []
    // A hosted list may have further items.
    const includesAll =
      Array.isArray(expected) && Array.isArray(actual) ? expected.every((item) => actual.includes(item)) : false
    if (includesAll || JSON.stringify(actual) === JSON.stringify(expected)) return []
    return [`${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`]
  })
  return [...differences, ...findMixedRedirects(toStringList(hosted.redirect_uris) ?? [])]
}

/** The document is public: with a loopback redirect URI, any program on a user's machine could act as the application. */
function findMixedRedirects(redirectUris: string[]): string[] {
  const loopback = redirectUris.filter((text) => {
    const url = parseUrl(text)
    return url && isLoopback(url)
  })
  if (loopback.length === 0 || loopback.length === redirectUris.length) return []
  return [`redirect_uris: expected no loopback address beside others, got ${JSON.stringify(loopback)}`]
}
