/** Request URLs: which realm they name, and the path inside it. */

export interface RealmUrl {
  /** What generated URLs begin with; empty in the default realm. */
  prefix: string
  /** Path inside the realm. */
  path: string
  search: string
}

export const DEFAULT_REALM = 'default'

/** A well-known URI has the path of its subject behind the well-known name (RFC 8615, RFC 8414 section 3). */
const REALM = /^(\/\.well-known\/[^/]+)?(\/r\/([^/]+))(?=\/|$)/

export function parseRealmUrl(url: string): RealmUrl {
  const { pathname, search } = new URL(url)
  const [whole = '', wellKnown = '', prefix = ''] = REALM.exec(pathname) ?? []
  return { prefix, path: wellKnown + pathname.slice(whole.length) || '/', search }
}

/** The realm that the path names. Without one it is the default realm on `mainPort`, and `host` on any other port. */
export function realmName(url: string, mainPort?: string): string {
  const { pathname, host, port } = new URL(url)
  const name = REALM.exec(pathname)?.[3]
  if (name !== undefined) return decodeURIComponent(name)
  return mainPort === undefined || mainPort === port ? DEFAULT_REALM : host
}
