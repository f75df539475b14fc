/** Runs one project of the Vitest configuration and counts its results. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { installed, root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import type { Outcome, PlannedStep } from './step.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: 'passed' | 'failed'
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Vitest itself cannot stop a test that never yields the processor. */
const limit = 300_000

interface Tests {
  project: string
  /** Only the files whose path contains this. */
  only?: string
  /** All files but those that match this. */
  without?: string
}

export function vitest(name: string, tests: string | Tests, cores = 1): PlannedStep {
  const parameters: Tests = typeof tests === 'string' ? { project: tests } : tests
  return { name, module: 'steps/vitest.ts', parameters, cores }
}

export async function run({ project, only, without }: Tests): Promise<Outcome> {
  const scratch = await createScratch()
  const outputFile = join(scratch.path, 'report.json')
  try {
    // The JSON report is written at the end; the default reporter shows how far a run came that never ends.
    const reporters = ['--reporter=json', `--outputFile=${outputFile}`, '--reporter=default']
    const files = [...(only ? [only] : []), ...(without ? ['--exclude', without] : [])]
    const args = ['run', '--config', 'test/vitest.config.ts', '--project', project, ...files, ...reporters]
    const ended = await runProcess(installed('vitest'), args, {
      cwd: root,
      limit,
      env: { ...process.env, NO_COLOR: '1' },
    }).then(
      () => undefined,
      (error: Error) => error,
    )
    const text = await readFile(outputFile, 'utf8').catch(() => undefined)
    if (text === undefined) throw ended ?? new Error('Vitest wrote no report')
    const outcome = count(JSON.parse(text) as Report)
    // An error outside of every test, such as an unhandled rejection, shows only in the exit code.
    if (ended && outcome.failed === 0) throw ended
    return { ...outcome, lines: [...outcome.lines, ...(ended ? failuresIn(ended.message) : [])] }
  } finally {
    await scratch.dispose()
  }
}

function count(report: Report): Outcome {
  const lines: string[] = []
  let failed = report.numFailedTests
  for (const { name, status, assertionResults: tests } of report.testResults) {
    // A file that cannot be loaded has no tests.
    if (status === 'failed' && !tests.some((test) => test.status === 'failed')) failed += 1
    for (const test of tests) {
      if (!['passed', 'failed'].includes(test.status)) lines.push(`skipped ${relative(root, name)}: ${test.fullName}`)
    }
  }
  return { passed: report.numPassedTests, failed, lines }
}

/** The part of Vitest's output that is about failures. */
function failuresIn(text: string): string[] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.includes('⎯ Failed '))
  return lines.slice(Math.max(start, 0)).slice(0, 200)
}
