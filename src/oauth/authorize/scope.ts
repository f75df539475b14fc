/** Joins and compares lists of scopes (RFC 6749, section 3.3). */

const MAX_SCOPES = 100
const MAX_CHARACTERS = 4096

/** The scopes of all lists, each once. Text that is no valid scope is left out. */
export function joinScopes(...lists: (string | undefined)[]): string | undefined {
  const scopes = lists.flatMap((list) => (list?.slice(0, MAX_CHARACTERS) ?? '').split(' '))
  const valid = new Set(scopes.filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
  let joined = ''
  for (const scope of [...valid].slice(0, MAX_SCOPES)) {
    if (joined.length + scope.length < MAX_CHARACTERS) joined += (joined && ' ') + scope
  }
  return joined || undefined
}

/** The scopes that a server asks for, as far as the application wants to request them. */
export function filterScopes(
  filter: ((scopes: string[]) => string[]) | undefined,
  asked: string | undefined,
): string | undefined {
  const scopes = joinScopes(asked)
  return filter && scopes ? joinScopes(...filter(scopes.split(' '))) : scopes
}

/** Whether `scopes` includes every scope of `wanted`. */
export function coversScopes(scopes: string | undefined, wanted: string | undefined): boolean {
  const included = scopes?.split(' ') ?? []
  return (joinScopes(wanted)?.split(' ') ?? []).every((scope) => included.includes(scope))
}
