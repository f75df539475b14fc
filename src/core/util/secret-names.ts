/** Whether a value is a secret, by the name of its header, parameter or member. */

/** Words of names, such as `x-api-key`, `accessToken` or `client_secret`. Several may be written as one. */
const SECRET_WORD =
  /(^|[^a-z])(access|account|api|app|client|id|private|refresh|shared|user)*(auth(orization)?|connection[^a-z]?string|cookie|credential|dpop|jwt|key|passphrase|passwd|password|pat|pwd|secret|session|sig|signature|token)+(id)?s?(?![a-z])/

export function isSecretName(name: string): boolean {
  return SECRET_WORD.test(toWords(name))
}

/** The last word of a member says what it is: a `token_type` is not a secret, nor is the `key` of anything or a `nextPageToken`. */
export function isSecretMember(name: string): boolean {
  const words = toWords(name).replace(/[^a-z]?ids?$|\d+$/, '')
  if (/^keys?$|(cursor|next|page|progress)[^a-z]?tokens?$/.test(words)) return false
  const last = [...words.matchAll(new RegExp(SECRET_WORD, 'g'))].at(-1)
  return !!last && last.index + last[0].length === words.length
}

function toWords(name: string): string {
  return name.replace(/([a-z\d])(?=[A-Z])/g, '$1-').toLowerCase()
}
