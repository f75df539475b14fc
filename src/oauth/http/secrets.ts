/** The secrets that this authorization sent or received, so that they can be removed from texts of servers. */

export interface Secrets {
  add(...values: (string | undefined)[]): void
  /** The text without the secrets, plain or percent-encoded. */
  redact(text: string): string
}

/** Shorter values are words that any text may contain. */
const MIN_LENGTH = 6
const MAX_SECRETS = 100

export function createSecrets(): Secrets {
  /** The last used first. */
  let secrets: string[] = []
  return {
    add(...values) {
      const added = values.flatMap((value) => {
        return value && value.length >= MIN_LENGTH ? [value, encodeURIComponent(value)] : []
      })
      secrets = [...new Set([...added, ...secrets])].slice(0, MAX_SECRETS)
    },
    redact(text) {
      // The longest first: one secret may be the beginning of another.
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length)
      return longestFirst.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
    },
  }
}

/** The secrets of a request to an authorization server: its credentials, and members of the form that it posts. */
export function secretsOf(headers: Record<string, string> = {}, body = ''): string[] {
  const form = [...new URLSearchParams(body)].filter(([name]) => /^code|(token|secret|assertion)$/.test(name))
  return [...form.map(([, value]) => value), headers.authorization?.slice('Basic '.length) ?? '']
}
