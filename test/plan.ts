/** The steps of each test command. The longest come first, so that no core is idle at the end. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RuntimeName } from './scenarios/scenario.ts'
import { root } from './support/paths.ts'
import type { Program } from './support/programs.ts'
import type { PlannedStep } from './support/step.ts'

/** Seeds and inputs that every run plays: fixed, so that an unrelated change cannot turn a run red. */
const SEEDS = { people: 2_000, machines: 3_000 }
const INPUTS = 3_000

const BROWSERS = ['chromium', 'firefox', 'webkit'] as const
const ALL_BROWSERS: readonly Program[] = [...BROWSERS, 'xvfb']
const needsOf = (runtime: RuntimeName) => (runtime === 'webkit' ? ['webkit', 'xvfb'] : [runtime]) as Program[]

/** Measured: processor time divided by duration. Scenarios wait for the network; browsers compute more. */
const CORES: Partial<Record<RuntimeName, number>> = { chromium: 0.55, firefox: 0.6, webkit: 0.5 }

export function scenarios(runtime: RuntimeName, bundle: string): PlannedStep {
  const step = {
    name: `scenarios in ${runtime}`,
    module: 'test/runtimes/run-column.ts',
    parameters: { runtime, bundle },
  }
  const cores = CORES[runtime]
  return cores === undefined ? { ...step, cores: 0.35 } : { ...step, cores, needs: needsOf(runtime) }
}

/** `npm test`: no browser, nothing outside the checkout. */
export function planForPeople(bundle: string): PlannedStep[] {
  return [
    { ...conformance('node'), needs: ['newerNode'] },
    vitest('simulated network and mock server', 'bed'),
    scenarios('workerd', bundle),
    scenarios('node', bundle),
    simulation(SEEDS.people),
    vitest('unit tests', 'unit'),
    { name: 'style and types', module: 'test/support/check.ts' },
  ]
}

/** `npm run test:all`: everything else as well. */
export function planForMachines(bundle: string): PlannedStep[] {
  const folder = 'test/browser/playground'
  const first = `${folder}/playground.test.ts`
  const files = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
  const others = files.filter((file) => file.endsWith('.test.ts') && file !== first)
  return [
    { name: 'install real servers', module: 'test/interop/install.ts', cores: 0.7 },
    simulation(SEEDS.machines),
    // Two processes, so that the longest step has both cores.
    vitest('inspector', { project: 'playground', file: first }, ['chromium']),
    vitest('inspector, other files', { project: 'playground', files: others }, ALL_BROWSERS),
    scenarios('firefox', bundle),
    scenarios('webkit', bundle),
    // Early, since two programs that drive WebKit at the same time may wait for each other.
    ...BROWSERS.map(signIn),
    {
      name: 'chaos, a sample',
      module: 'test/chaos/run.ts',
      parameters: { sample: true },
      needs: ['chromium'],
      cores: 0.7,
    },
    ...(['workerd', 'deno', 'bun', 'node', 'chromium'] as const).map((runtime) => scenarios(runtime, bundle)),
    vitest('package', 'package'),
    vitest('user interfaces', 'ui', ['chromium']),
    vitest('SDKs for models and other transports', 'sdks', ['chromium']),
    // Proxies and Python servers, for the lines that mend them.
    { ...vitest('real servers', 'interop'), needs: ['nginx', 'caddy', 'uvicorn'] },
    vitest('simulated network and mock server', 'bed'),
    { name: 'planted faults', module: 'test/simulation/planted/run.ts', parameters: { threads: 1 } },
    { name: 'conformance of the transport below other clients', module: 'test/conformance/transport.ts', cores: 0.8 },
    vitest('relay', 'relay', ALL_BROWSERS),
    vitest('apps', 'apps', ALL_BROWSERS),
    // Authorization needs redirects that a page cannot read: sign-in has its own steps in three browsers.
    { ...conformance('chromium'), parameters: { runtime: 'chromium', without: 'auth/' }, needs: ['chromium'] },
    vitest('example pages', 'pages', ['chromium']),
    conformance('node'),
    conformance('workerd'),
    conformance('deno'),
    { name: 'fuzz', module: 'test/fuzz/run.ts', parameters: { inputs: INPUTS, found: true } },
    vitest('unit tests', 'unit'),
    { name: 'conformance of the mock server', module: 'test/conformance/server.ts', cores: 0.3 },
    { name: 'style and types', module: 'test/support/check.ts' },
    vitest('tests of the fuzzer', 'fuzz'),
    { name: 'Durable Objects', module: 'test/runtimes/workers/run.ts' },
  ]
}

/** `npm run test:find`: what no run has tried before. */
export function planForFinders(minutes: number): PlannedStep[] {
  // Above all seeds that the other commands play.
  const from = 10_000_000 + Math.floor(Math.random() * 2_000_000_000)
  const seeds = { seeds: Math.round(minutes * 6_000), from, threads: 1 }
  const inputs = { inputs: Math.round(minutes * 5_000), from }
  const steps: PlannedStep[] = [
    { name: `simulation, seeds from ${from}`, module: 'test/simulation/run.ts', parameters: seeds },
    { name: `fuzz, inputs from ${from}`, module: 'test/fuzz/run.ts', parameters: inputs },
    vitest('time that regular expressions take', 'timed'),
    { name: 'chaos', module: 'test/chaos/run.ts', needs: ['chromium'] },
    { name: 'soak', module: 'test/chaos/soak/run.ts', parameters: { minutes }, cores: 0.2 },
  ]
  return steps.map((step) => ({ ...step, limit: 60 + 3 * minutes }))
}

function simulation(seeds: number): PlannedStep {
  const parameters = { seeds, found: true, threads: 1 }
  return { name: `simulation, ${seeds} seeds`, module: 'test/simulation/run.ts', parameters, isOneTest: true }
}

function conformance(runtime: RuntimeName): PlannedStep {
  const name = `conformance in ${runtime}`
  return { name, module: 'test/conformance/client.ts', parameters: { runtime }, cores: 0.8 }
}

function signIn(runtime: RuntimeName): PlannedStep {
  const parameters = { only: [runtime] }
  const name = `sign-in in ${runtime}`
  return { name, module: 'test/browser/sign-in/run.ts', parameters, cores: 0.55, needs: needsOf(runtime) }
}

function vitest(name: string, tests: string | object, needs: readonly Program[] = []): PlannedStep {
  const parameters = typeof tests === 'string' ? { project: tests } : tests
  // Those that need a browser wait for it about half of the time.
  return { name, module: 'test/support/vitest.ts', parameters, needs, cores: needs.length > 0 ? 0.5 : 0.9 }
}
