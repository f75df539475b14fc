/** Makes text of others safe for a terminal: control characters could move the cursor, set titles or forge lines. */

/**
 * \p{Cc} are control characters, \p{Cf} format characters such as bidirectional overrides, \p{Cs} halves of pairs.
 * Joiners and soft hyphens stay: emoji, Persian and hyphenated words need them.
 */
const UNSAFE = /(?![\u00ad\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Keeps line breaks and tabs; everything else that a terminal could obey becomes visible. */
export function cleanLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, (mark) => (mark === '\n' || mark === '\t' ? mark : show(mark)))
}

/** The same on one line, and not longer than this. */
export function cleanLine(text: string, maxLength = 1_000): string {
  const line = text
    .slice(0, maxLength * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(UNSAFE, show)
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** JSON for people and programs. JSON.stringify leaves C1 controls and bidirectional marks as they are. */
export function cleanJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (mark) => (mark === '\n' ? mark : escapeUnits(mark)))
}

function show(mark: string): string {
  return `\\u{${mark.codePointAt(0)!.toString(16)}}`
}

/** One escape per UTF-16 unit, as JSON has them. */
function escapeUnits(mark: string): string {
  const units = Array.from({ length: mark.length }, (_, index) => mark.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
