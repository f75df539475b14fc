/** The revisions this client speaks, newest first. */

/** Without a handshake and without a session. */
export const MODERN_VERSION = '2026-07-28'

export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

export const VERSIONS: readonly string[] = [MODERN_VERSION, ...HANDSHAKE_VERSIONS]

/** Those of the given revisions that begin with a handshake. */
export function handshakesOf({ versions }: { versions: readonly string[] }): string[] {
  return versions.filter((version) => HANDSHAKE_VERSIONS.includes(version))
}
