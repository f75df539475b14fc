/** `npm test`: runs all tests, the scenarios in every runtime, and prints one summary. */
import { parseArgs } from 'node:util'
import { columns as allColumns } from './runtimes/columns.ts'
import type { Runtime } from './runtimes/runtime.ts'
import { show } from './runtimes/show.ts'
import { createColumns } from './steps/columns.ts'
import { conformance } from './steps/conformance.ts'
import { build, setup } from './steps/prepare.ts'
import { type FinishedStep, runSteps } from './steps/run-steps.ts'
import type { PlannedStep } from './steps/step.ts'
import { vitest } from './steps/vitest.ts'
import { whereTheTimeWent } from './steps/where-the-time-went.ts'

const { values: options } = parseArgs({
  options: {
    /** Unit tests, Node and workerd only. */
    quick: { type: 'boolean', default: false },
    /** Only scenarios whose name or requirement id contains this, and no other tests. */
    filter: { type: 'string' },
    /** Only the steps with these names, separated by commas. */
    steps: { type: 'string' },
    /** Also prints what the probes observed in the engines, for docs/engines.md. */
    facts: { type: 'boolean', default: false },
  },
})

/** Two processes, so that both cores have a part of the longest step. */
const playground: PlannedStep[] = [
  vitest('playground', { project: 'playground', only: 'test/playground/playground.test.ts' }),
  vitest('playground, other files', { project: 'playground', without: '**/playground.test.ts' }),
]

const pages: PlannedStep[] = [
  vitest('user interfaces', 'ui'),
  vitest('tools for models', 'tools'),
  vitest('relays', 'relay'),
  vitest('plain pages', 'pages'),
]

const signingIn = ['chromium', 'firefox', 'webkit'].map(
  (name): PlannedStep => ({
    name: `signing in in ${name}`,
    module: 'browser-oauth/run.ts',
    parameters: { only: [name] },
    cores: 0.6,
  }),
)

process.exitCode = await main().catch((error) => {
  console.log(show(error))
  console.log('0 passed, 1 failed')
  return 1
})
process.exit()

async function main(): Promise<number> {
  const started = performance.now()
  const runtimes = chooseRuntimes()
  const leftOut = allColumns.filter((runtime) => !runtimes.includes(runtime)).map(({ name }) => name)
  const columns = createColumns(runtimes, leftOut, options.filter)
  const finished: FinishedStep[] = []
  try {
    finished.push(...(await runSteps([setup(runtimes), build], 1)))
    const named = options.steps?.split(',')
    const steps = chooseSteps(columns.steps, runtimes).filter(({ name }) => !named || named.includes(name))
    finished.push(...(await runSteps(steps)))
  } finally {
    await columns.dispose()
  }
  if (options.facts) console.log(['', ...columns.facts()].join('\n'))
  console.log(['', ...columns.table(), ''].join('\n'))
  const times = finished.map(({ time }) => time)
  console.log([...whereTheTimeWent(times, (performance.now() - started) / 1_000), ''].join('\n'))
  const passed = finished.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = finished.reduce((sum, outcome) => sum + outcome.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

function chooseRuntimes(): Runtime[] {
  const chosen = process.env.MCP_TEST_RUNTIMES ?? (options.quick ? 'node,workerd' : '')
  if (chosen === '') return [...allColumns]
  const names = chosen.split(',').map((name) => name.trim())
  const known = allColumns.map((column) => column.name as string)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`MCP_TEST_RUNTIMES names ${unknown}; there are ${known.join(', ')}`)
  return allColumns.filter((column) => names.includes(column.name))
}

/** The longest first, so that no core is idle while the last one ends. */
function chooseSteps(columns: PlannedStep[], runtimes: Runtime[]): PlannedStep[] {
  if (options.filter !== undefined) return columns
  const unit = vitest('unit', 'unit')
  if (options.quick) return [...columns, unit]
  const hasPages = runtimes.some(({ name }) => name === 'chromium')
  return [
    { name: 'installing real servers', module: 'interop/install.ts', cores: 0.7 },
    { name: 'simulation', module: 'steps/simulation.ts' },
    ...(hasPages ? playground : []),
    ...columns,
    { name: 'planted faults', module: 'steps/planted.ts' },
    ...conformance,
    ...(hasPages ? signingIn : []),
    vitest('package', 'package'),
    vitest('test bed and virtual time', 'bed'),
    { name: 'soak', module: 'steps/soak.ts', cores: 0.2 },
    { name: 'fuzz', module: 'steps/fuzz.ts' },
    ...(hasPages ? pages : []),
    unit,
    vitest('interop', 'interop'),
    { name: 'check', module: 'steps/check.ts' },
    { name: 'Durable Objects in workerd', module: 'workers/run.ts' },
  ]
}
