/** Runs scenarios of the official suite in one process of it, and tells which of them failed. */
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Driver } from './drivers.ts'
import { findFailure, readResults, runSuite } from './suite.ts'

export interface SelectedScenario {
  /** Its line in the summary. */
  title: string
  /** The requirement set that it is run with; absent for scenarios in none, which are run alone. */
  revision?: string
  scenario: string
}

/** Scenarios that the client may end with an error: they test what it refuses. */
const MAY_FAIL = [
  'auth/scope-retry-limit',
  'auth/resource-mismatch',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
  'http-invalid-tool-headers',
  'sep-2640-client-no-prefetch',
  'sep-2640-client-verify-digest',
  'sep-2640-client-verify-size',
  'sep-2640-client-verify-frontmatter',
]

/** Milliseconds for one scenario, in which its client also waits for the others. */
const TIME_LIMIT = 150_000

const script = fileURLToPath(new URL('run-client.mjs', import.meta.url))

/** For each scenario the text of its failure; undefined if it passed. All must be of one set, or it is one alone. */
export async function runGroup(
  group: readonly SelectedScenario[],
  { command, node = 'node', variables }: Omit<Driver, 'dispose'>,
  directory: string,
): Promise<(string | undefined)[]> {
  const [{ revision, scenario }] = group as [SelectedScenario]
  const exitCodes = join(directory, 'exit-codes')
  for (const { scenario } of group) await mkdir(dirname(join(exitCodes, scenario)), { recursive: true })
  const output = join(directory, 'results')
  const which = revision === undefined ? ['--scenario', scenario] : ['--requirements', revision]
  const limit = ['--timeout', `${TIME_LIMIT}`]
  const parameters = ['client', '--command', `${node} ${script} ${command}`, ...which, ...limit, '-o', output]
  const { text } = await runSuite(parameters, {
    ...variables,
    CONFORMANCE_SELECTED: group.map(({ scenario }) => scenario).join(' '),
    CONFORMANCE_EXIT_CODES: exitCodes,
  })
  const results = await readResults(output)
  return Promise.all(
    group.map(async ({ scenario }) => {
      const { checks, stderr = text } = results.get(scenario) ?? {}
      const problem = findFailure(scenario, checks, ['SUCCESS', 'INFO', 'SKIPPED'])
      const code = await readFile(join(exitCodes, scenario), 'utf8').catch(() => undefined)
      const ended = code === undefined ? 'did not end' : `ended with ${code.trim()}`
      const passed = problem === undefined && (code === '0\n' || (code !== undefined && MAY_FAIL.includes(scenario)))
      return passed ? undefined : `${problem ?? scenario}; the client ${ended}\n${stderr.slice(-800)}`
    }),
  )
}
