/** Any text as the value of a header (basic/transports/streamable-http, request metadata). */
import { InvalidMessageError } from '../errors.ts'

/** Printable, and with nothing at its edges that a header would lose. */
const PLAIN = /^([!-~]([ -~]*[!-~])?)?$/

const SENTINEL = /^=\?base64\?.*\?=$/

export function encodeHeader(text: string): string {
  if (PLAIN.test(text) && !SENTINEL.test(text)) return text
  // Half of a surrogate pair has no bytes, so the server could not compare it with the body.
  if (/\p{Cs}/u.test(text)) {
    throw new InvalidMessageError('Expected well-formed text for a header, got a lone surrogate', {
      delivery: 'not-executed',
    })
  }
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return `=?base64?${btoa(bytes)}?=`
}
