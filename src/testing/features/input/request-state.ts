/** Request states that the server can give away and recognise again: sealed, and bound to one request. */
import { isObject } from '../json-schema.ts'

export interface Seal {
  /** `subject` names the request, so that a state cannot be used for another one. */
  close(subject: string, content: object): string
  /** The content, or undefined if one character of the text was changed or it belongs to another subject. */
  open(subject: string, text: string): Record<string, unknown> | undefined
}

/**
 * The checksum is synchronous and keyed by `random`: the simulation owns time, and WebCrypto would answer
 * on a thread that it does not own. It proves tampering to a test; it is no cryptography.
 */
export function createSeal(random: () => number): Seal {
  const key = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32))
  return { close, open }

  function close(subject: string, content: object): string {
    const payload = JSON.stringify(content)
    // Spaces at the ends, and a letter outside ASCII: whoever trims or re-encodes the state breaks the seal.
    return ` ${checksum(`${subject}\n${payload}`, key)}é${payload}  `
  }

  function open(subject: string, text: string): Record<string, unknown> | undefined {
    const payload = text.slice(text.indexOf('é') + 1).trimEnd()
    const content = parse(payload)
    return isObject(content) && close(subject, content) === text ? content : undefined
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Four FNV-1a hashes with different starts, in hexadecimal. */
function checksum(text: string, key: readonly number[]): string {
  return key
    .map((start) => {
      let hash = start ^ 0x811c9dc5
      for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
      return (hash >>> 0).toString(16).padStart(8, '0')
    })
    .join('')
}
