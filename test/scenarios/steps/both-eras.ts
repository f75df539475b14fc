/** Scenarios that run once in each era. */
import type { Scenario, World } from '../scenario.ts'

export interface EraWorld extends World {
  /** Whether `connect` uses the stateless revision. */
  modern: boolean
}

type ScenarioIn<W> = Omit<Scenario, 'run'> & { run(world: W): Promise<void> }

/** One scenario for each era; `connect` connects with that era. */
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
