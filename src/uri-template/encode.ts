/** Percent-encoding of literals and values (RFC 6570, section 3.1). */

/** Everything but unreserved characters as percent-encoded UTF-8. */
export function encodeUnreserved(text: string): string {
  const encoded = encodeURIComponent(wellFormed(text))
  return encoded.replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Reserved characters and what is percent-encoded already stay as they are. */
export function encodeReserved(text: string): string {
  const encoded = encodeURI(wellFormed(text)).replaceAll('%5B', '[').replaceAll('%5D', ']')
  return encoded.replace(/%25([\da-f]{2})/gi, '%$1')
}

/** Halves of surrogate pairs have no UTF-8. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
