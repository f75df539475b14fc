/** Runs the scenarios in one runtime, against its own mock server, and judges the results. */
import { join } from 'node:path'
import type { RuntimeName, Scenario } from '../scenarios/scenario.ts'
import { runProcess } from '../support/processes.ts'
import { failure, type Outcome } from '../support/step.ts'
import { columns } from './columns.ts'
import { judge, type Verdict } from './judge.ts'
import { createMessageJudge, type MessageJudge } from './message-judge.ts'
import type { Result, SuiteRequest } from './runtime.ts'
import type { Selection } from './select.ts'
import { readSourceMap } from './source-positions.ts'

export interface ColumnRequest extends Selection {
  runtime: RuntimeName
  /** The directory of the bundle. */
  bundle: string
}

export interface ColumnOutcome extends Outcome {
  results: Result[]
}

export async function run({ runtime: name, bundle, ...selection }: ColumnRequest): Promise<ColumnOutcome> {
  const runtime = columns.find((column) => column.name === name)!
  // One runtime is enough: the messages do not depend on the engine.
  const messages = name === 'node' && !selection.filter ? await createMessageJudge() : undefined
  const server = await startServer(selection, messages)
  try {
    const request = { url: server.url, controlUrl: server.controlUrl, ...selection }
    const [results, expected] = await Promise.all([
      runtime.run({ bundle, ...request }),
      readExpected(bundle, { runtime: name, ...request }),
    ])
    const { passed, failures, notApplicable } = judge(expected, name, results)
    if (messages) failures.push(...messageFailures(messages, expected))
    const positions = failures.length > 0 ? await readSourceMap(bundle) : String
    return {
      passed,
      failed: failures.length,
      lines: [],
      failures: failures.map(({ name, ids, error }) => {
        const title = ids ? `${name} [${ids.join(', ')}]` : name
        return failure(title, positions(error), { name })
      }),
      notApplicable,
      results,
    }
  } finally {
    await server.dispose()
  }
}

/** By name, the mock server is in this process: Miniflare alone takes longer than all else. */
async function startServer(
  { filter }: Selection,
  messages?: MessageJudge,
): Promise<{ url: string; controlUrl: string; dispose(): Promise<void> }> {
  if (filter) return (await import('../../playground/server/node.ts')).startServer()
  return (await import('../../playground/server/miniflare.ts')).startServer({ judge: messages?.judge })
}

/** In a process of its own, since the compiler of TypeScript in this one takes ten times as long to load the bundle. */
async function readExpected(bundle: string, request: SuiteRequest): Promise<Omit<Scenario, 'run'>[]> {
  const args = [join(bundle, 'expected.mjs'), JSON.stringify(request)]
  return JSON.parse(await runProcess(process.execPath, args))
}

/** Messages that the official schema refuses, by the scenario that sent them. */
function messageFailures({ problems }: MessageJudge, expected: readonly Omit<Scenario, 'run'>[]): Verdict['failures'] {
  const byDesign = new Set<Omit<Scenario, 'run'>>()
  const failures = [...problems].flatMap(([realm, found]) => {
    // The name of a realm has the index of its scenario; a further origin has one of its own.
    const scenario = expected[Number(/^node-(\d+)-/.exec(realm)?.[1])]
    if (!scenario) return []
    const wrong = found.filter(({ side }) => side !== scenario.invalid)
    if (wrong.length < found.length) byDesign.add(scenario)
    const error = wrong.map(({ side, text }) => `${side}, ${text}`).join('\n')
    return error ? [{ name: `the messages of: ${scenario.name}`, error }] : []
  })
  const stale = expected.filter((scenario) => scenario.invalid && !byDesign.has(scenario))
  return [
    ...failures,
    ...stale.map(({ name }) => ({ name, error: 'is declared to have invalid messages, and has none' })),
  ]
}
