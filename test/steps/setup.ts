/** Finds the programs that the tests need, and installs missing ones. */
import { type Program, setUp } from '../runtimes/setup.ts'
import type { Outcome } from './step.ts'

export async function run({ needed }: { needed: Program[] }): Promise<Outcome> {
  const installed = await setUp(needed)
  return { passed: 0, failed: 0, lines: installed.length > 0 ? [`installed ${installed.join(', ')}`] : [] }
}
