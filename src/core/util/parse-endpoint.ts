/** Parses the URL of an MCP endpoint, and says what is wrong with it. */
import { parseHttpUrl, parseUrl } from './parse-url.ts'

/** In a page, the URL may be relative to that of the page. `mistake` is without the text itself, which may contain a secret. */
export function parseEndpoint(given: string | URL): { url?: URL | undefined; mistake: string } {
  const text = `${given ?? ''}`.trim()
  const base = (globalThis as { location?: { href: string } }).location?.href
  const isCommand = /\s/.test(text)
  return { url: isCommand || !text ? undefined : parseHttpUrl(text, base), mistake: describe() }

  function describe(): string {
    if (!text) return `${JSON.stringify(given && text)}`
    if (isCommand) return 'blanks: commands (stdio) cannot be run here'
    const other = parseUrl(text, base)
    if (other?.username || other?.password) return 'a user in it: use the option headers'
    if (/^https?:/i.test(text)) return 'one that is not valid'
    // `localhost:3000` is a URL whose scheme is `localhost`.
    return other && !/:\d/.test(text) ? other.protocol : 'no scheme: put https:// or http:// before it'
  }
}
