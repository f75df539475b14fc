/** The keys of cached responses and of known servers in their stores. */
import type { Params } from '../../types/jsonrpc.ts'
import { hashText } from '../util/hash-text.ts'

export interface CacheKeys {
  /** For private responses of one partition. */
  own: string
  /** For public responses. */
  shared: string
}

/** The address as it may be stored: of its query, which may contain a key, only a hash. */
export function addressKey({ origin, pathname, search }: URL): string {
  return origin + pathname + (search && `?${hashText(search)}`)
}

/** The beginning of all keys of a method. */
export function methodPrefix(url: string, method: string): string {
  return `${url} ${method} `
}

/** The beginning of all public keys of a method. They have an empty partition. */
export function sharedPrefix(url: string, method: string): string {
  return `${methodPrefix(url, method)} `
}

/** `extensions` are part of the key, since a server may show more to a client that declares more. */
export function cacheKeys(
  url: string,
  { method, params }: { method: string; params: Params },
  extensions: string,
  partition: string,
): CacheKeys {
  const rest = JSON.stringify([extensions, params])
  return {
    own: `${methodPrefix(url, method)}${encodeURIComponent(`:${partition}`)} ${rest}`,
    shared: sharedPrefix(url, method) + rest,
  }
}
