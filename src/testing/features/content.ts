/** Content blocks. */

export function text(value: string): { type: 'text'; text: string } {
  return { type: 'text', text: value }
}
