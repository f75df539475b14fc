/** The official conformance suite against the mock server. */
import type { Outcome, Step } from './step.ts'

export const conformance: Step = {
  name: 'conformance of the mock server',
  async run(): Promise<Outcome> {
    // Loaded here, so that what cannot be loaded fails this step and not the run.
    const { run } = await import('../conformance/server.ts')
    return run()
  },
}
