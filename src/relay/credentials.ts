/** The headers that a relay adds for an endpoint, and the responses that must not repeat them. */
import type { HeadersInput } from '../core/index.ts'
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { readHeaders } from '../core/util/read-headers.ts'
import { createSecrets, type Secrets } from '../core/util/secrets.ts'
import type { RelayCredentials } from './types.ts'

/** Throws for an empty value, which would only look like a credential. */
export function readCredentials(given: HeadersInput): Record<string, string> {
  const headers = readHeaders(given, 'credentials')
  for (const name in headers) if (!headers[name]) throw invalidArgument(`credentials: ${name} is empty`)
  return headers
}

/** Those of the endpoint that the URL names. Other paths of its origin are other programs, and other queries may be too. */
export async function findCredentials(
  target: URL,
  credentials: Readonly<Record<string, RelayCredentials>> = {},
): Promise<Record<string, string>> {
  const endpoint = Object.keys(credentials).find((key) => isEndpoint(new URL(key), target))
  const given = endpoint === undefined ? {} : credentials[endpoint]!
  return readCredentials(typeof given === 'function' ? await given() : given)
}

/** HTTP+SSE adds the session to the query of an endpoint that has none. */
function isEndpoint({ origin, pathname, search }: URL, target: URL): boolean {
  return origin === target.origin && pathname === target.pathname && (!search || search === target.search)
}

export function secretsOf(credentials: Record<string, string>): Secrets {
  const secrets = createSecrets({ minLength: 1, patternOf })
  for (const name in credentials) {
    secrets.addNamed(credentials[name]!, name)
    secrets.add(credentials[name])
  }
  return secrets
}

/** A short credential is found as a whole word only: its letters may be part of any header. */
function patternOf(form: string): string | RegExp {
  const shortest = 8
  if (form.length >= shortest) return form
  return new RegExp(`(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))${form.replace(/\W/g, '\\$&')}(?![A-Za-z0-9])`, 'g')
}
