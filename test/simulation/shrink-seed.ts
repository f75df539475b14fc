/** Makes a failing seed smaller: leaves out parts of its plan, halves first, while the judge says the same of it. */
import { runSeed, type SeedResult } from './run-seed.ts'
import { violationKind } from './tally.ts'

export interface ShrunkSeed {
  seed: number
  /** The parts that are left. */
  parts: string[]
  /** How many parts the whole has. */
  of: number
  violations: string[]
  trace: string[]
}

/** Undefined if no part can be left out. Plays the seed at most so many times, so that the result is always the same. */
export async function shrinkSeed(whole: SeedResult, tries: number): Promise<ShrunkSeed | undefined> {
  let left = tries
  const { names, faults } = whole.parts()
  const expected = violationKind(whole.violations[0]!)
  const { seed } = whole
  let parts = [...names]
  let smallest: SeedResult | undefined
  for (let size = Math.ceil(parts.length / 2); size > 0 && left > 0; ) {
    const hasShrunk = await leaveOut(size)
    if (size > 1) size = Math.ceil(size / 2)
    else if (!hasShrunk) break
  }
  if (!smallest) return undefined
  return { seed, parts, of: names.size, violations: smallest.violations, trace: smallest.trace() }

  /** Tries it with each so many parts that are next to each other. */
  async function leaveOut(size: number): Promise<boolean> {
    const before = parts.length
    for (let at = 0; at < parts.length && left-- > 0; ) {
      const rest = parts.toSpliced(at, size)
      const result = await runSeed(seed, { names: new Set(rest), faults })
      if (result.violations.some((sentence) => violationKind(sentence) === expected)) {
        parts = rest
        smallest = result
      } else at += size
    }
    return parts.length < before
  }
}
