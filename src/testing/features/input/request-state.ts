/** Writes `requestState` strings and reads them back: each is bound to one request and proves that it was not changed. */
import { isObject } from '../../util/is-object.ts'

export interface RequestStates {
  /** `subject` names the request, so that a state cannot be used for another one. */
  write(subject: string, content: object): string
  /** The content; undefined if the text was changed in any way or belongs to another subject. */
  read(subject: string, text: string): Record<string, unknown> | undefined
}

/**
 * The checksum is synchronous, because the simulation owns time and WebCrypto answers on a thread that it does not
 * own. It detects changes in tests and is no cryptography.
 */
export function createRequestStates(random: () => number): RequestStates {
  const key = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32))
  return { write, read }

  function write(subject: string, content: object): string {
    const payload = JSON.stringify(content)
    // The spaces at the ends and the letter outside ASCII expose clients that trim or re-encode the state.
    return ` ${checksum(`${subject}\n${payload}`, key)}é${payload}  `
  }

  function read(subject: string, text: string): Record<string, unknown> | undefined {
    const payload = text.slice(text.indexOf('é') + 1).trimEnd()
    const content = parse(payload)
    return isObject(content) && write(subject, content) === text ? content : undefined
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
