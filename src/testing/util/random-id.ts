/** Names that cannot be guessed by accident, from the injected randomness. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createToken(random: () => number, length = 24): string {
  return Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')
}
