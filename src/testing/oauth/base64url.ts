/** Bytes and text as base64url. */

export function encodeBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}

export function encodeJson(value: unknown): string {
  return encodeBytes(new TextEncoder().encode(JSON.stringify(value)))
}

export function decodeJson(text: string): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(decodeBytes(text)))
}

/** The SHA-256 of a text. */
export async function digest(text: string): Promise<string> {
  return encodeBytes(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
