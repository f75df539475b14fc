/** Repeatable randomness: the same seed gives the same numbers. */

/** Numbers from 0 up to 1, by xorshift on 32 bits. */
export function createSeededRandom(seed: number): () => number {
  // Zero is the one state that xorshift never leaves; the multiplier spreads neighbouring seeds.
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
