/** Compares the issuers of credentials and tokens. */

/** An issuer that is an origin may be written with or without a slash at its end. */
export function isSameIssuer(a: string, b: string): boolean {
  return a.replace(/\/$/, '') === b.replace(/\/$/, '')
}
