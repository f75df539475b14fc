/** Random choices that depend on a seed alone, so that every run can be repeated. */
import { createSeededRandom } from '../../src/testing/clock/seeded-random.ts'

export interface RandomChoices {
  /** True with this probability. */
  chance(probability: number): boolean
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(choices: readonly T[]): T
}

export function createRandomChoices(seed: number): RandomChoices {
  const random = createSeededRandom(hashSeed(seed))
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  return {
    chance: (probability) => random() < probability,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
  }
}

/** The finalizer of MurmurHash3: without it, neighbouring seeds would begin with similar numbers. */
function hashSeed(seed: number): number {
  let bits = seed
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
