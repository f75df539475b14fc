/** Where a request is addressed to: which realm, and what inside it. */

export interface Place {
  /** What generated URLs begin with; empty in the default realm. */
  prefix: string
  /** Path inside the realm. */
  path: string
  search: string
}

export const DEFAULT_REALM = 'default'

/** A well-known address has the path that it is about behind its name (RFC 8615). */
const REALM = /^(\/\.well-known\/[^/]+)?(\/r\/([^/]+))(?=\/|$)/

/** Where the remote control is, for those who send the right token in the header. */
export const CONTROL = '/__control/'
export const CONTROL_HEADER = 'x-control-token'

export function placeOf(url: string): Place {
  const { pathname, search } = new URL(url)
  const [whole = '', wellKnown = '', prefix = ''] = REALM.exec(pathname) ?? []
  return { prefix, path: wellKnown + pathname.slice(whole.length) || '/', search }
}

/** Without a realm in its path, a request to another port than the front door's is for the realm of that very port. */
export function realmOf(url: string, front?: string): string {
  const { pathname, host, port } = new URL(url)
  const name = REALM.exec(pathname)?.[3]
  if (name !== undefined) return decodeURIComponent(name)
  return front === undefined || front === port ? DEFAULT_REALM : host
}
