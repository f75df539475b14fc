/** Decodes a JSON Web Token without verifying it. */
import { isObject } from '../../../src/core/util/is-object.ts'
import { parseJson } from '../ui/json.ts'

export interface Jwt {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

/** Undefined for an opaque token, which only its authorization server can read. */
export function decodeJwt(token: string): Jwt | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  const [header, payload] = parts.map(decodePart)
  return header && payload ? { header, payload } : undefined
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    const value = parseJson(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
