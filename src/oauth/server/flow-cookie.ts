/** The signed cookie that ties a sign-in to the browser in which it began. */
import { toHex } from '../../core/util/to-hex.ts'

/** Characters of `state` in the cookie name, so that two flows in one browser have different cookies. */
const STATE_PREFIX_LENGTH = 16

/** With the `__Host-` prefix, browsers accept the cookie only from this host, over https and for all paths. */
const cookieName = (state: string): string => `__Host-mcp-auth-${state.slice(0, STATE_PREFIX_LENGTH)}`

export interface FlowCookie {
  /** `Set-Cookie` for the response that redirects to the authorization server. */
  create(state: string, expiresAt: number, seconds: number): Promise<string>
  /** Whether the request comes from the browser in which the flow of this state began. */
  check(state: string, header: string | null, now: number): Promise<boolean>
  /** `Set-Cookie` for the response that ends the flow. */
  remove(state: string): string
}

export function createFlowCookie(secret: string): FlowCookie {
  // A short secret could be found by brute force from a cookie that an attacker obtained.
  if (secret.length < 32) throw new TypeError(`cookieKey: got ${secret.length} characters, expected at least 32`)
  const encoder = new TextEncoder()
  const signedBytes = (state: string, expiresAt: string) => encoder.encode(`${state} ${expiresAt}`)
  return {
    async create(state, expiresAt, seconds) {
      const mac = await crypto.subtle.sign('HMAC', await importKey('sign'), signedBytes(state, `${expiresAt}`))
      return serializeCookie(state, `${expiresAt}.${toHex(new Uint8Array(mac))}`, seconds)
    },
    async check(state, header, now) {
      if (!/^[\w-]{22,128}$/.test(state)) return false
      const [expiresAt = '', mac = ''] = readCookie(header ?? '', cookieName(state)).split('.')
      const isGenuine = await crypto.subtle.verify(
        'HMAC',
        await importKey('verify'),
        fromHex(mac),
        signedBytes(state, expiresAt),
      )
      return isGenuine && Number(expiresAt) > now
    },
    remove: (state) => serializeCookie(state, '', 0),
  }

  function importKey(use: 'sign' | 'verify'): Promise<CryptoKey> {
    return crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
  }
}

function serializeCookie(state: string, value: string, seconds: number): string {
  // Lax, not Strict: the callback is a navigation from another site.
  return `${cookieName(state)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
}

function readCookie(header: string, name: string): string {
  const pair = header.split(/; */).find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? ''
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
