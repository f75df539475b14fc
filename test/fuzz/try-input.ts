/** Tries one input of one target, and tells which promise it breaks. */
import { createSeededRandom } from '../../src/testing/clock/seeded-random.ts'
import { assertPrototypesUnchanged, describe } from './invariants.ts'
import { shrink } from './shrink.ts'
import { type FuzzTarget, Violation } from './target.ts'

export interface FailedInput {
  target: string
  seed: number
  violation: string
  /** The smallest input found that breaks a promise in the same way. */
  input: string
}

/** Errors that no code waited for. */
const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

export function inputOf(target: FuzzTarget, seed: number): unknown {
  // As JSON, since that is how it is replayed.
  return JSON.parse(JSON.stringify(target.generate(createSeededRandom(seed))))
}

/** The broken promise; undefined if all hold. */
export async function tryInput(target: FuzzTarget, input: unknown): Promise<string | undefined> {
  try {
    await target.check(structuredClone(input))
    assertPrototypesUnchanged()
    if (unhandled.length > 0) throw new Violation(`an unhandled rejection: ${describe(unhandled[0])}`)
    return undefined
  } catch (error) {
    return error instanceof Violation ? error.message : describe(error)
  } finally {
    unhandled.length = 0
  }
}

export async function trySeed(target: FuzzTarget, seed: number): Promise<FailedInput | undefined> {
  const input = inputOf(target, seed)
  const violation = await tryInput(target, input)
  if (violation === undefined) return undefined
  const smallest = await shrink(
    input,
    async (candidate) => kindOf(await tryInput(target, candidate)) === kindOf(violation),
  )
  return { target: target.name, seed, violation, input: JSON.stringify(smallest) }
}

/** Two violations are of one kind if their sentences begin alike: the rest quotes the input. */
function kindOf(violation: string | undefined): string | undefined {
  return violation?.split('\n')[0]?.split(/[:,]/)[0]
}
