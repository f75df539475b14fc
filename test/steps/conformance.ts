/** The official conformance suite, against the mock server and against the client. */
import type { Outcome, Step } from './step.ts'

export const conformance: Step = {
  name: 'conformance of the mock server and the client',
  async run(): Promise<Outcome> {
    // Loaded here, so that what cannot be loaded fails this step and not the run.
    const judges = [await import('../conformance/server.ts'), await import('../conformance/client.ts')]
    const outcome: Outcome = { passed: 0, failed: 0, lines: [] }
    for (const { run } of judges) {
      const { passed, failed, lines } = await run()
      outcome.passed += passed
      outcome.failed += failed
      outcome.lines.push(...lines)
    }
    return outcome
  },
}
