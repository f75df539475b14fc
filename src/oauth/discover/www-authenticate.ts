/** What a server says with `WWW-Authenticate` (RFC 9110, section 11.6.1). */

export interface SchemeChallenge {
  /** In lower case. */
  scheme: string
  /** Names in lower case; without a prototype, since the names are the server's. */
  parameters: Record<string, string>
}

/** What concerns us of all the challenges of a response. */
export interface Challenge {
  /** False if there was none, or none that CORS lets us read. */
  readable: boolean
  error?: string
  scope?: string
  resource_metadata?: string | undefined
}

const MOST_CHARACTERS = 8192

const separators = /[ \t,]*/y
const token = /[\w!#$%&'*+.^`|~-]+/y
const equals = /[ \t]*=[ \t]*/y
const quoted = /"((?:[^"\\]|\\.)*)"/y
// More than a token: addresses are often sent without quotes.
const bare = /[^\s,"]+/y
// Credentials in one piece, as in `Negotiate abc==`.
const token68 = /[ \t]+[\w.~+/-]+=*[ \t]*(?=,|$)/y

export function parseChallenges(header: string): SchemeChallenge[] {
  const text = header.slice(0, MOST_CHARACTERS)
  const challenges: SchemeChallenge[] = []
  let at = 0
  for (;;) {
    take(separators)
    const name = take(token)?.[0].toLowerCase()
    // What is no list of challenges ends here; what came before it counts.
    if (!name) return challenges
    if (take(equals)) {
      const value = take(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? take(bare)?.[0]
      if (value === undefined) return challenges
      const parameters = challenges.at(-1)?.parameters
      if (parameters && !(name in parameters)) parameters[name] = value
    } else {
      challenges.push({ scheme: name, parameters: Object.create(null) })
      take(token68)
    }
  }

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
}

/** `Bearer` and `DPoP` together; the first word on a matter counts. */
export function readChallenge(headers: Headers): Challenge {
  const header = headers.get('www-authenticate')
  const challenge: Challenge = { readable: header !== null }
  for (const { scheme, parameters } of parseChallenges(header ?? '')) {
    if (scheme !== 'bearer' && scheme !== 'dpop') continue
    for (const name of ['error', 'scope', 'resource_metadata'] as const) {
      const value = parameters[name]
      if (value !== undefined) challenge[name] ??= value
    }
  }
  return challenge
}
