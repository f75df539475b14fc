/** The reason of an abort that this client decides itself: like that of `AbortController.abort()`, with a message. */
export function abortError(message: string): DOMException {
  return new DOMException(message, 'AbortError')
}
