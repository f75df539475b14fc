/** The path to return to after a sign-in; never one on another site. */

/** Path, query and fragment of a URL of the same origin as `base`; undefined for any other URL. */
export function parseReturnPath(text: string, base: string): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(text, base)
    // A path that starts with two slashes would name a host.
    if (origin === new URL(base).origin) return pathname.replace(/^\/+/, '/') + search + hash
  } catch {}
  return undefined
}
