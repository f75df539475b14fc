/** Parses a URL; undefined if it is none. (`URL.canParse` is missing in some engines.) */
export function parseUrl(text: string | URL, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** An http or https URL without a user; undefined for any other text. Only such a URL may be requested or opened. */
export function parseHttpUrl(text: string | URL, base?: string): URL | undefined {
  const url = parseUrl(text, base)
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined
}
