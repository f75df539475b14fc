/** Choices that a seed makes. */
import { createSeededRandom } from '../../src/testing/index.ts'

export interface Dice {
  /** True that often. */
  chance(probability: number): boolean
  /** A whole number; both ends are possible. */
  between(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
}

export function createDice(seed: number): Dice {
  const random = createSeededRandom(scatter(seed))
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  return {
    chance: (probability) => random() < probability,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
  }
}

/** Neighbouring seeds would begin alike; after this (the finalizer of MurmurHash3) they have nothing in common. */
function scatter(seed: number): number {
  let bits = seed
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
