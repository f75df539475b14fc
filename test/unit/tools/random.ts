/** Random values with a fixed seed, for properties. */

export interface Random {
  /** From 0 up to, and not including, `limit`. */
  below(limit: number): number
  pick<Value>(values: readonly Value[]): Value
  chance(probability: number): boolean
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (values) => values[below(values.length)]!, chance: (probability) => next() < probability }
}
