/** Where a request is addressed to: which realm, and what inside it. */

export interface Place {
  /** What generated URLs begin with; empty in the default realm. */
  prefix: string
  /** Path inside the realm. */
  path: string
  search: string
}

export const DEFAULT_REALM = 'default'

const REALM = /^\/r\/([^/]+)(?=\/|$)/

/** Where the remote control is, for those who send the right token in the header. */
export const CONTROL = '/__control/'
export const CONTROL_HEADER = 'x-control-token'

export function placeOf(url: string): Place {
  const { pathname, search } = new URL(url)
  const prefix = REALM.exec(pathname)?.[0] ?? ''
  return { prefix, path: pathname.slice(prefix.length) || '/', search }
}

export function realmOf(url: string): string {
  const name = REALM.exec(new URL(url).pathname)?.[1]
  return name === undefined ? DEFAULT_REALM : decodeURIComponent(name)
}
