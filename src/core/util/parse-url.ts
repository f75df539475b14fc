/** Text to URL, or undefined: `URL.canParse` is too young for some engines. */
export function parseUrl(text: string | URL, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
