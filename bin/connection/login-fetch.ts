/** A `fetch` for verbs that pass requests of others on: it adds the saved login where a request has no authorization. */
import type { Fetch } from 'mcp-over-fetch'
import { createAuth } from './authorization.ts'
import { hasLogin } from './login-file.ts'

type Env = Readonly<Record<string, string | undefined>>

interface LoginFetchOptions {
  /** Its login is used for its whole origin. @default each address has its own */
  server?: URL | undefined
  /** Sends all requests, tokens included. @default the global `fetch` */
  fetch?: Fetch | undefined
}

export function createLoginFetch(env: Env, { server, fetch = send }: LoginFetchOptions = {}): Fetch {
  const known = new Map<string, Promise<Fetch>>()
  return async (url, init) => {
    const target = new URL(url)
    const headers = Object.fromEntries(new Headers(init.headers as HeadersInit))
    const isPublic = target.pathname.startsWith('/.well-known/')
    if (isPublic || headers.authorization !== undefined) return fetch(url, init)
    const place = server?.origin === target.origin ? server : target
    // Asked each time: the user may sign in or out meanwhile.
    if (!(await hasLogin(place, env))) return fetch(url, init)
    const key = place.origin + place.pathname
    const signedIn = known.get(key) ?? createAuth(place, env, { fetch }).then((auth) => auth.fetch)
    known.set(key, signedIn)
    // A login that has ended must not keep the request from the server, which says so itself.
    return (await signedIn)(url, { ...init, headers }).catch((error: { code?: unknown }) => {
      if (error.code !== 'authorization-required') throw error
      return fetch(url, init)
    })
  }
}

const send: Fetch = (url, init) => globalThis.fetch(url, init as RequestInit)
