/** What the fuzzer tries: how inputs of one kind are made, and what must hold for each of them. */

export type Random = () => number

export interface FuzzTarget<Input = unknown> {
  name: string
  /** Plain JSON, so that a failing input can be printed, replayed and made smaller. */
  generate(random: Random): Input
  /** Throws a Violation if a promise is broken; any other error that it throws counts as one too. */
  check(input: Input): void | Promise<void>
}

/** A broken promise, as a sentence. */
export class Violation extends Error {
  override name = 'Violation'
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!
}

export function repeat<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make)
}

/** A target whose inputs have a type, as one of many. */
export function target<Input>(definition: FuzzTarget<Input>): FuzzTarget {
  return definition as FuzzTarget
}
