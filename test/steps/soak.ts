/** The soak: many clients at once for a minute, where a call or a byte that is lost is a failure. */
import type { Outcome, Step } from './step.ts'

const MINUTES = 1

export const soak: Step = {
  name: 'soak',
  async run(): Promise<Outcome> {
    const { describeReport, runSoak } = await import('../soak/run.ts')
    const report = await runSoak({ minutes: MINUTES })
    const failed = report.violations.length
    return { passed: failed === 0 ? 1 : 0, failed, lines: describeReport(report) }
  },
}
