/** `npm run test:interop`: the client with servers of other people; `--wide` adds many more and prints a table of them. */
import { parseArgs } from 'node:util'
import { runSteps } from '../steps/run-steps.ts'
import { vitest } from '../steps/vitest.ts'

const { values } = parseArgs({
  options: {
    wide: { type: 'boolean', default: false },
    /** Only modes whose name contains this; with `--wide`. */
    filter: { type: 'string', default: '' },
  },
})

if (values.wide) {
  const { runWide } = await import('./wide/run.ts')
  process.exitCode = await runWide(values.filter)
} else {
  const [outcome] = await runSteps([vitest('interop', 'interop')], 1)
  process.exitCode = outcome?.failed === 0 ? 0 : 1
}
process.exit()
