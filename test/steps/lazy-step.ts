/** A step whose module is loaded only when it runs, so that a module that cannot be loaded fails only its step. */
import type { Outcome, Step } from './step.ts'

export function lazyStep(name: string, load: () => Promise<{ run(): Promise<Outcome> }>): Step {
  return { name, run: async () => (await load()).run() }
}
