/** Identifiers made of lower-case letters and digits, from the injected source of randomness. */

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createRandomId(random: () => number, length = 24): string {
  return Array.from({ length }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]).join('')
}
