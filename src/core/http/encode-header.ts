/** Encodes any text as a header value (basic/transports/streamable-http, request metadata). */
import { InvalidMessageError } from '../errors.ts'

/** Printable ASCII without white space at either end, which a header would lose. */
const PLAIN = /^([!-~]([ -~]*[!-~])?)?$/

/** A plain text that looks encoded must be encoded too. */
const ENCODED = /^=\?base64\?.*\?=$/

export function encodeHeader(text: string): string {
  if (PLAIN.test(text) && !ENCODED.test(text)) return text
  // A lone surrogate has no UTF-8 bytes, so the server could not compare the header with the body.
  if (/\p{Cs}/u.test(text)) {
    throw new InvalidMessageError('Expected well-formed text for a header, got a lone surrogate', {
      delivery: 'not-executed',
    })
  }
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return `=?base64?${btoa(bytes)}?=`
}
