/** The reason with which this client aborts requests and handlers, named as that of `AbortController`. */
export function abortError(message: string): DOMException {
  return new DOMException(message, 'AbortError')
}
