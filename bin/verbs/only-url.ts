/** Verbs that take one URL and nothing else. */
import type { Invocation } from '../command/verb.ts'
import { parseServerUrl } from '../connection/server-url.ts'

export function onlyUrl({ positionals: [url, ...others] }: Invocation): URL {
  return parseServerUrl(url, others)
}
