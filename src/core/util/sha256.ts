/** The SHA-256 digest in hexadecimal. */
import { toHex } from './to-hex.ts'

export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return toHex(digest)
}
