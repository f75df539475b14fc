/** Removes secrets from recorded texts: by the names of members and parameters, by their form, and wherever a known one is repeated. */
import { isSecretMember, isSecretName } from '../core/util/secret-names.ts'
import { createSecrets } from '../core/util/secrets.ts'

const REDACTED = '[redacted]'

/** Headers that cannot be a secret as a whole. Their texts are searched, as all others are. */
const SAFE =
  /^(accept|allow|cache-control|content-.*|date|last-event-id|location|mcp-(protocol-version|method|name|param-.*)|retry-after|www-authenticate|x-mcp-sse)$/

/** Strings of JSON; of a member also its name, and its value if that is a string, a number or a list of those. */
const STRING = /"((?:[^"\\]|\\.)*)"(?:\s*:\s*("((?:[^"\\]|\\.)*)"|\d+|\[[^[\]{}]*\]))?/g

/** A name and its value as members of their own. */
const PAIR = /("(?:name|key)"\s*:\s*("(?:[^"\\]|\\.)*")\s*,\s*"value"\s*:\s*)("(?:[^"\\]|\\.)*")/g

/** Parameters of URLs and forms. */
const PARAMETER = /(^|[?&#])([\w.-]+)=([^&\s#"'<>\\]+)/g

/** Names of OAuth, and others that say more in a URL than in JSON. */
const SECRET_PARAMETER =
  /^(code|state|nonce|k|d|sid|sig|assertion|verifier|challenge)$|_(assertion|verifier|challenge)$/i

/** JSON Web Tokens, credentials after their scheme, passwords of URLs, and parts of paths that look like a key. */
const TOKEN =
  /(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*|(?<=\b(?:Bearer|DPoP|Basic) )(?=[\w.~+/-]*\d)[\w.~+/-]{8,}=*|(?<=:\/\/[^\s/?#@"'<>]{0,99}:)[^\s/?#@"'<>]+(?=@)|(?<=\/)(?=[\w.~%+=-]*\d)(?=[\w.~%+=-]*[a-z])[\w.~%+=-]{16,}(?=[/?#"'\s\\]|$)/gi

export interface FlightRedactor {
  /** The headers without secrets, which are searched for elsewhere from now on. */
  headers(headers: Record<string, string>): Record<string, string>
  /** The text without secrets, which are searched for elsewhere from now on. `isUrl`: every parameter is one. */
  text(text: string, isUrl?: boolean): string
}

/** Whoever uses it redacts everything twice: a secret may be repeated before the place that shows that it is one. */
export function createFlightRedactor(known: readonly string[]): FlightRedactor {
  const secrets = createSecrets({ maxSecrets: Number.POSITIVE_INFINITY })
  secrets.add(...known)
  const note = (secret: string) => {
    secrets.add(secret, decode(secret))
    return REDACTED
  }
  return {
    headers(headers) {
      return Object.fromEntries(
        Object.entries(headers).map(([name, value]) => {
          if (SAFE.test(name)) return [name, hide(value)]
          secrets.addNamed(value, 'cookie')
          return [name, REDACTED]
        }),
      )
    },
    text: hide,
  }

  function hide(text: string, isUrl?: boolean): string {
    const hidden = text
      .replace(STRING, (whole, name: string, value?: string, string?: string) => {
        // A number by a plural is a count.
        if (value && isSecretMember(name) && !/s \d/.test(`${name} ${value}`)) return `"${name}":${hideAll(value)}`
        if (!whole.includes('\\')) return whole
        if (!value) return hideString(name)
        return `"${name}":${string === undefined ? value : hideString(string)}`
      })
      .replace(PAIR, (whole, start: string, name: string, value: string) =>
        isSecretName(name) ? start + hideAll(value) : whole,
      )
      .replace(PARAMETER, (whole, mark: string, name: string, value: string) =>
        isUrl || isSecretName(name) || SECRET_PARAMETER.test(name) ? `${mark}${name}=${note(value)}` : whole,
      )
      .replace(TOKEN, note)
    return secrets.redact(hidden)
  }

  /** All strings and numbers of this JSON. */
  function hideAll(value: string): string {
    return value.replace(/"((?:[^"\\]|\\.)*)"|\d+/g, (found, string?: string) => `"${note(parse(string ?? found))}"`)
  }

  /** A string may have JSON in it. */
  function hideString(escaped: string): string {
    return JSON.stringify(hide(parse(escaped)))
  }
}

function parse(escaped: string): string {
  try {
    return JSON.parse(`"${escaped}"`) as string
  } catch {
    return escaped
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
