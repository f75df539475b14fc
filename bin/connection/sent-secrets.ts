/** Collects the credentials that a saved login adds to requests, so that no report repeats them. */
import type { Fetch } from 'mcp-over-fetch'

export function collectSentSecrets(inner: Fetch): { fetch: Fetch; secrets: Set<string> } {
  const secrets = new Set<string>()
  return {
    secrets,
    fetch(url, init) {
      const headers = new Headers(init.headers as HeadersInit)
      for (const name of ['authorization', 'dpop']) {
        const value = headers.get(name)
        // The examination sends an invented token too.
        if (value !== null && !value.includes('mcp-over-fetch-examination')) secrets.add(value)
      }
      return inner(url, init)
    },
  }
}
