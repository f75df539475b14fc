/** Promises that hold in both eras: said once, kept twice. */
import type { Scenario, World } from './scenario.ts'

export interface EraWorld extends World {
  /** Whether `connect` speaks the stateless revision. */
  modern: boolean
}

/** One scenario for each era; `connect` is the one that speaks it. */
export function inBothEras(name: string, run: (world: EraWorld) => Promise<void>): Scenario[] {
  return [
    { name: `${name} (2025-11-25)`, run: (world) => run({ ...world, modern: false }) },
    {
      name: `${name} (2026-07-28)`,
      run: (world) => run({ ...world, modern: true, connect: world.connectModern }),
    },
  ]
}
