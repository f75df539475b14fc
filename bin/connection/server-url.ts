/** Reads the URL of a server from the arguments, and says which kind of mistake it has, without repeating secrets. */
import { UsageError } from '../command/errors.ts'

const PROGRAMS =
  /^([^?]*[\\/])?(npx|npm|node|uvx?|python3?|docker|podman|deno|bun|bunx|cmd|pnpm|yarn)(\.exe|\.cmd)?$|^[^:]*\.(js|mjs|cjs|ts|mts|py)$/i

/** Whether it begins a command line, which people know from stdio servers. */
export const isProgram = (text: string): boolean => PROGRAMS.test(text)

/** What somebody hears who passes a command line. */
export const STDIO = "expected a URL, got a command line. stdio servers are not supported; pass the server's HTTP URL"

export function parseServerUrl(text: string | undefined, others: readonly string[] = []): URL {
  if (text === undefined) throw new UsageError("expected the server's URL, got nothing")
  return parseUrlNamed("the server's URL", text, others)
}

/** `what` begins the message: `--page`. */
export function parseUrlNamed(what: string, text: string, others: readonly string[] = []): URL {
  if (/\s/.test(text.trim()) || isProgram(text)) throw new UsageError(STDIO)
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text))
    throw new UsageError(`${what} has no scheme. Add https:// (or http:// for localhost)`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) throw new UsageError(`${what} is not a valid URL`)
  if (!/^https?:$/.test(url.protocol)) throw new UsageError(`${what} must begin with https:// or http://`)
  if (url.username || url.password)
    throw new UsageError(`${what}: credentials in the URL are not supported. Pass them with --header or --token`)
  if (others.length > 0) throw new UsageError(`expected one URL, got ${others.length + 1} arguments`)
  return url
}

/** An address as it may be shown: the query may hold secrets. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`
}
