/** `npm test`: runs all tests, the scenarios in every runtime, and prints one summary. */
import { parseArgs } from 'node:util'
import { columns as allColumns } from './runtimes/columns.ts'
import type { Runtime } from './runtimes/runtime.ts'
import { show } from './runtimes/show.ts'
import { check } from './steps/check.ts'
import { createColumns } from './steps/columns.ts'
import { conformance } from './steps/conformance.ts'
import { fuzz } from './steps/fuzz.ts'
import { lazyStep } from './steps/lazy-step.ts'
import { planted } from './steps/planted.ts'
import { build, setup } from './steps/prepare.ts'
import { runSteps } from './steps/run-steps.ts'
import { simulation } from './steps/simulation.ts'
import { soak } from './steps/soak.ts'
import type { Outcome, Step } from './steps/step.ts'
import { vitest } from './steps/vitest.ts'

const { values: options } = parseArgs({
  options: {
    /** Unit tests, Node and workerd only. */
    quick: { type: 'boolean', default: false },
    /** Only scenarios whose name or requirement id contains this, and no other tests. */
    filter: { type: 'string' },
    /** Also prints what the probes observed in the engines, for docs/runtimes.md. */
    facts: { type: 'boolean', default: false },
  },
})

const installing = lazyStep('installing real servers', () => import('./interop/install.ts'))
const workers = lazyStep('Durable Objects in workerd', () => import('./workers/run.ts'))
const signingIn = lazyStep('signing in in three browsers', () => import('./browser-oauth/run.ts'))

process.exitCode = await main().catch((error) => {
  console.log(show(error))
  console.log('0 passed, 1 failed')
  return 1
})
process.exit()

async function main(): Promise<number> {
  const runtimes = chooseRuntimes()
  const leftOut = allColumns.filter((runtime) => !runtimes.includes(runtime)).map(({ name }) => name)
  const columns = createColumns(runtimes, leftOut, options.filter)
  const outcomes: Outcome[] = []
  try {
    outcomes.push(...(await runSteps([setup(runtimes), build], 1)))
    // The quick steps wait more than they compute, so that three of them fit on two cores.
    outcomes.push(...(await runSteps(chooseSteps(columns.steps, runtimes), options.quick ? 3 : 2)))
  } finally {
    await columns.dispose()
  }
  if (options.facts) console.log(['', ...columns.facts()].join('\n'))
  console.log(['', ...columns.table(), ''].join('\n'))
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
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

/** The longest first, so that no core is idle while the last one ends. Each keeps one core busy. */
function chooseSteps(columns: Step[], runtimes: Runtime[]): Step[] {
  if (options.filter !== undefined) return columns
  const unit = vitest('unit', 'unit')
  if (options.quick) return [unit, ...columns]
  const models = vitest('tools for models', 'tools')
  const userInterfaces = vitest('user interfaces', 'ui')
  const relays = vitest('relays', 'relay')
  const plain = vitest('plain pages', 'pages')
  const pages = [vitest('playground', 'playground'), userInterfaces, signingIn, models, relays, plain]
  const visited = runtimes.some(({ name }) => name === 'chromium') ? pages : []
  const bed = vitest('test bed and virtual time', 'bed')
  const short = [vitest('package', 'package'), bed, unit, vitest('interop', 'interop'), workers]
  return [check, installing, simulation, planted, soak, fuzz, ...conformance, ...columns, ...visited, ...short]
}
