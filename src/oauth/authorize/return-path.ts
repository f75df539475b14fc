/** The place to go back to, which is never on another site. */

/** Path, query and fragment of an address of this origin; undefined for any other. */
export function parseReturnPath(text: string, base: string): string | undefined {
  try {
    const { origin, pathname, search, hash } = new URL(text, base)
    // Two slashes at the beginning would name a host.
    if (origin === new URL(base).origin) return pathname.replace(/^\/+/, '/') + search + hash
  } catch {}
  return undefined
}
