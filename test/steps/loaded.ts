/** A step that is a module of its own, loaded only when its turn comes: what cannot be loaded fails it and not the run. */
import type { Outcome, Step } from './step.ts'

export function loaded(name: string, load: () => Promise<{ run(): Promise<Outcome> }>): Step {
  return { name, run: async () => (await load()).run() }
}
