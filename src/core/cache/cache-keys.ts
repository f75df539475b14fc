/** The keys of cached responses in the store. */
import type { Params } from '../../types/jsonrpc.ts'

export interface CacheKeys {
  /** For private responses of one partition. */
  own: string
  /** For public responses. */
  shared: string
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
