/** Keys in the address of a relay: a list with dates, or keys that are signed and need no list. */
import { systemEnvironment } from '../core/util/environment.ts'
import { invalidArgument } from '../core/util/invalid-argument.ts'
import { toHex } from '../core/util/to-hex.ts'
import type { RelayKey, RelayOptions } from './types.ts'

/** Whether this key of an address is one of the option `keys`, and has not expired. */
export async function isValidKey(keys: RelayOptions['keys'], key: string): Promise<boolean> {
  if (typeof keys === 'function') return (await keys(key)) === true
  const now = systemEnvironment.now()
  return !keys || keys.filter((known) => Number(known.expires) > now && isSame(known, key)).length > 0
}

/** Takes as long for a wrong key as for a right one, so that the time says nothing about its characters. */
function isSame({ key }: RelayKey, given: string): boolean {
  let difference = key.length ^ given.length
  for (let index = 0; index < key.length; index++) difference |= key.charCodeAt(index) ^ given.charCodeAt(index)
  return difference === 0
}

/** Makes and checks keys that need no list. */
export interface RelayKeys {
  /** A key for the address of the relay that is valid for this many milliseconds. */
  create(lifetime: number): Promise<string>
  /** For the option `keys`. */
  check(key: string): Promise<boolean>
}

/** Keys that are signed with a secret, so that every instance of a relay can check them: the time of their end and a signature. */
export function createRelayKeys(secret: string): RelayKeys {
  if (secret.length < 16) throw invalidArgument('secret: expected 16 characters or more')
  const encoder = new TextEncoder()
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = async () => crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['sign'])
  const sign = async (text: string) =>
    toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await imported(), encoder.encode(text))))
  return {
    async create(lifetime) {
      const expires = Math.floor(systemEnvironment.now() + lifetime).toString(36)
      return `${expires}.${await sign(expires)}`
    },
    async check(key) {
      const [expires = '', signature = ''] = key.split('.')
      const end = Number.parseInt(expires, 36)
      return end > systemEnvironment.now() && isSame({ key: await sign(expires), expires: end }, signature)
    },
  }
}
