/** Promises that hold in both eras: said once, kept twice. */
import type { Scenario, World } from '../scenario.ts'

export interface EraWorld extends World {
  /** Whether `connect` speaks the stateless revision. */
  modern: boolean
}

type ScenarioIn<W> = Omit<Scenario, 'run'> & { run(world: W): Promise<void> }

/** One scenario for each era; `connect` is the one that speaks it. */
export function inBothEras({ name, run, ...rest }: ScenarioIn<EraWorld>): Scenario[] {
  return [
    { ...rest, name: `${name} (2025-11-25)`, run: (world) => run({ ...world, modern: false }) },
    {
      ...rest,
      name: `${name} (2026-07-28)`,
      run: (world) => run({ ...world, modern: true, connect: world.connectModern }),
    },
  ]
}
