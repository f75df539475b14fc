/** `npm run test:interop`: the client with servers of other people; `--wide` adds many more and prints a table of them. */
import { parseArgs } from 'node:util'
import { run } from '../support/vitest.ts'

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
  const { passed, failed, failures = [] } = await run({ project: 'interop' })
  for (const { name, text } of failures) console.log(`✗ ${name}\n${text}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
process.exit()
