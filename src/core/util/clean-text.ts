/** Text of a server as a message may show it: one line, capped, and without control and bidirectional characters. */
export function cleanText(text: string, maxLength = 200): string {
  const trimmed = text.trim()
  const capped = trimmed.length > maxLength ? `${trimmed.slice(0, maxLength - 1)}…` : trimmed
  // \p{C} are control, format (such as bidirectional) and unassigned characters and halves of pairs, \p{Z} separators.
  return capped.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}
