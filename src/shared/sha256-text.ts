/** SHA-256 of a text without waiting for it, for short texts such as names. `crypto.subtle` has only promises. */

/** The first 32 bits of the fractional parts of the roots of the first primes: square roots to start with, cube roots to mix. */
let constants: { start: number[]; mix: number[] } | undefined

/** The digest as a number. */
export function sha256Text(text: string): bigint {
  constants ??= createConstants()
  const { start, mix } = constants
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const hash = [...start]
  const words: number[] = []
  for (let block = 0; block < padded.length; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number]
    for (let index = 0; index < 64; index++) {
      words[index] = index < 16 ? view.getInt32(block + 4 * index) : nextWord(words, index)
      const first =
        (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + mix[index]! + words[index]!) | 0
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index]! + word) | 0
  }
  return hash.reduce((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n)
}

function nextWord(words: readonly number[], index: number): number {
  const [early, late] = [words[index - 15]!, words[index - 2]!]
  const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
  const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
  return (words[index - 16]! + first + words[index - 7]! + second) | 0
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function createConstants(): { start: number[]; mix: number[] } {
  const primes: number[] = []
  for (let number = 2; primes.length < 64; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number)
  }
  const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
  return {
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    mix: primes.map((prime) => fraction(Math.cbrt(prime))),
  }
}
