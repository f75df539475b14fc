/** The syntax of session ids. */

export function isSessionId(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{1,128}$/.test(text)
}
