/** Removes secrets from findings: servers repeat what they were sent, and findings are shared. */
import type { Fetch } from 'mcp-over-fetch'
import { createSecrets } from '../../src/core/util/secrets.ts'
import type { Exchange } from './http.ts'
import type { Finding } from './outcome.ts'

export interface RedactOptions {
  /** Of the server; its query may hold secrets. */
  url: string
  /** All that a person gave is a secret. */
  headers: Readonly<Record<string, string>>
  /** They know the tokens that they add. */
  fetches: readonly (Fetch | undefined)[]
  /** Their answers introduce sessions. */
  exchanges: readonly Exchange[]
  /** Further values, as they become known. */
  secrets: Iterable<string>
}

/** Shorter beginnings of secrets are words that any text may contain. */
const SHORTEST = 8

export function createRedact(options: RedactOptions): (finding: Finding) => Finding {
  const { url, headers, fetches, exchanges } = options
  const forms = new Set<string>()
  const secrets = createSecrets({
    maxSecrets: 1_000,
    minLength: SHORTEST,
    patternOf(form) {
      forms.add(form)
      return form
    },
  })
  // By this name they are taken apart as credentials, cookies and passwords, whatever their own one is.
  const add = (value: string) => secrets.addNamed(value, 'authorization')
  for (const value of Object.values(headers)) add(value)
  new URL(url).searchParams.forEach(secrets.addNamed)
  return (finding) => {
    for (const value of options.secrets) add(value)
    for (const { responseHeaders } of exchanges) secrets.add(responseHeaders['mcp-session-id'])
    const { seen, advice } = finding
    return { ...finding, seen: hide(seen), ...(advice !== undefined && { advice: hide(advice) }) }
  }

  function hide(text: string): string {
    const known = fetches.reduce((left, fetch) => fetch?.redact?.(left) ?? left, text)
    return hideCut(secrets.redact(known), forms)
  }
}

/** Long texts are cut, also in the middle of a secret. */
function hideCut(text: string, forms: Iterable<string>): string {
  const [first = '', ...rest] = text.split('…')
  let result = first
  for (const part of rest) {
    let longest = 0
    for (const form of forms) {
      for (let length = Math.min(form.length - 1, result.length); length >= SHORTEST && length > longest; length--)
        if (result.endsWith(form.slice(0, length))) longest = length
    }
    result = `${longest > 0 ? `${result.slice(0, -longest)}[redacted]` : result}…${part}`
  }
  return result
}
