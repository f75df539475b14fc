/** Which scopes are asked for. */

const MOST_TOKENS = 100
const MOST_CHARACTERS = 4096

/** The scopes of all these lists, each once; what is no scope by RFC 6749, section 3.3, is left out. */
export function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = lists.flatMap((list) => (list?.slice(0, MOST_CHARACTERS) ?? '').split(' '))
  const valid = new Set(scopes.filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
  let joined = ''
  for (const scope of [...valid].slice(0, MOST_TOKENS)) {
    if (joined.length + scope.length < MOST_CHARACTERS) joined += (joined && ' ') + scope
  }
  return joined || undefined
}

/** Whether every scope of `wanted` is in `scopes`. */
export function coversScopes(scopes: string | undefined, wanted: string | undefined): boolean {
  const have = scopes?.split(' ') ?? []
  return (joinScopes(wanted)?.split(' ') ?? []).every((scope) => have.includes(scope))
}
