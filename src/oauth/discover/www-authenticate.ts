/** Parses the challenges in `WWW-Authenticate` (RFC 9110, section 11.6.1). */

export interface SchemeChallenge {
  /** In lower case. */
  scheme: string
  /** Names are in lower case. The object has no prototype, since the server chooses the names. */
  parameters: Record<string, string>
}

/** The Bearer and DPoP challenges of a response, in one. */
export interface Challenge {
  /** False if there was no header, or if CORS hides it. */
  readable: boolean
  error?: string
  scope?: string
  resource_metadata?: string | undefined
}

const MAX_CHARACTERS = 8192

const separators = /[ \t,]*/y
const token = /[\w!#$%&'*+.^`|~-]+/y
const equals = /[ \t]*=[ \t]*/y
const quotedString = /"((?:[^"\\]|\\.)*)"/y
// Wider than a token, because some servers send URLs without quotes.
const unquoted = /[^\s,"]+/y
// Credentials in one piece, as in `Negotiate abc==`.
const token68 = /[ \t]+[\w.~+/-]+=*[ \t]*(?=,|$)/y

export function parseChallenges(header: string): SchemeChallenge[] {
  const text = header.slice(0, MAX_CHARACTERS)
  const challenges: SchemeChallenge[] = []
  let position = 0
  for (;;) {
    consume(separators)
    const name = consume(token)?.[0].toLowerCase()
    // At a syntax error the challenges before it still count.
    if (!name) return challenges
    if (consume(equals)) {
      const value = consume(quotedString)?.[1]?.replace(/\\(.)/g, '$1') ?? consume(unquoted)?.[0]
      if (value === undefined) return challenges
      const parameters = challenges.at(-1)?.parameters
      if (parameters && !(name in parameters)) parameters[name] = value
    } else {
      challenges.push({ scheme: name, parameters: Object.create(null) })
      consume(token68)
    }
  }

  function consume(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = position
    const match = pattern.exec(text)
    if (match) position = pattern.lastIndex
    return match
  }
}

/** Merges the `Bearer` and `DPoP` challenges; of each parameter the first value counts. `redact` removes secrets from them. */
export function readChallenge(headers: Headers, redact = (text: string): string => text): Challenge {
  const header = headers.get('www-authenticate')
  const challenge: Challenge = { readable: header !== null }
  for (const { scheme, parameters } of parseChallenges(header ?? '')) {
    if (scheme !== 'bearer' && scheme !== 'dpop') continue
    for (const name of ['error', 'scope', 'resource_metadata'] as const) {
      const value = parameters[name]
      if (value !== undefined) challenge[name] ??= redact(value)
    }
  }
  return challenge
}
