/** Whether the hosted client metadata document allows the redirect URI, asked before anybody is sent to sign in. */
import type { Fetch } from '../../core/index.ts'
import { isObject } from '../../core/util/is-object.ts'
import { parseUrl } from '../../core/util/parse-url.ts'
import { isLoopback } from '../../shared/localhost.ts'
import { toStringList } from '../discover/server-metadata.ts'
import { fetchDocument } from '../http/fetch-document.ts'

/** Whether a hosted document lists the redirect URI; undefined if that cannot be read. The port of a loopback URI may differ. */
export async function listsRedirectUri(
  clientMetadataUrl: string,
  redirectUri: string,
  ownFetch?: Fetch,
): Promise<boolean | undefined> {
  const { json } = await fetchDocument(clientMetadataUrl, ownFetch)
  const listed = isObject(json) ? toStringList(json.redirect_uris) : undefined
  const withoutPort = (text: string) => {
    const url = parseUrl(text)
    if (url && isLoopback(url)) url.port = ''
    return url?.href ?? text
  }
  return listed && (listed.includes(redirectUri) || listed.map(withoutPort).includes(withoutPort(redirectUri)))
}
