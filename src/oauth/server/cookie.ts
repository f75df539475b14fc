/** The cookie that ties a flow to the browser in which it began. */

/** Letters of `state` in the name, so that two flows in one browser do not meet. */
const known = 16

/** Refused by browsers unless it is from this very host, over https and for all paths. */
const cookieName = (state: string): string => `__Host-mcp-auth-${state.slice(0, known)}`

export interface FlowCookie {
  /** `Set-Cookie` for the response that sends the person away. */
  create(state: string, expiresAt: number, seconds: number): Promise<string>
  /** Whether the request comes from the browser in which the flow of this state began. */
  check(state: string, header: string | null, now: number): Promise<boolean>
  /** `Set-Cookie` for the response that ends the flow. */
  remove(state: string): string
}

export function createFlowCookie(secret: string): FlowCookie {
  // A short one could be guessed from a cookie that somebody got for themselves.
  if (secret.length < 32) throw new TypeError(`cookieKey: got ${secret.length} characters, expected at least 32`)
  const encoder = new TextEncoder()
  const signed = (state: string, expiresAt: string) => encoder.encode(`${state} ${expiresAt}`)
  return {
    async create(state, expiresAt, seconds) {
      const mac = await crypto.subtle.sign('HMAC', await readKey('sign'), signed(state, `${expiresAt}`))
      return attributes(state, `${expiresAt}.${toHex(new Uint8Array(mac))}`, seconds)
    },
    async check(state, header, now) {
      if (!/^[\w-]{22,128}$/.test(state)) return false
      const [expiresAt = '', mac = ''] = readCookie(header ?? '', cookieName(state)).split('.')
      const genuine = await crypto.subtle.verify(
        'HMAC',
        await readKey('verify'),
        fromHex(mac),
        signed(state, expiresAt),
      )
      return genuine && Number(expiresAt) > now
    },
    remove: (state) => attributes(state, '', 0),
  }

  function readKey(use: 'sign' | 'verify'): Promise<CryptoKey> {
    return crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use])
  }
}

function attributes(state: string, value: string, seconds: number): string {
  // Lax: the authorization server sends the person back from another site.
  return `${cookieName(state)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
}

function readCookie(header: string, name: string): string {
  const found = header.split(/; */).find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1) ?? ''
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
