/** Parses a URL; undefined if it is none. (`URL.canParse` is missing in some engines.) */
export function parseUrl(text: string | URL, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
