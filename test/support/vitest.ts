/** Runs a project of the Vitest configuration. */
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { createScratch } from '../../playground/server/scratch.ts'
import { root } from './paths.ts'
import { runProcess } from './processes.ts'
import { type Failure, failure, type Outcome } from './step.ts'

interface Tests {
  project: string
  /** Only files whose path contains this. */
  file?: string
  /** Only these files. */
  files?: readonly string[]
  /** Only the test with this full name. */
  test?: string
}

interface Report {
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Milliseconds. Vitest cannot stop a test that never yields. */
const LIMIT = 900_000

const program = join(root, 'node_modules/vitest/vitest.mjs')

export async function run({ project, file, files = [], test }: Tests): Promise<Outcome> {
  const scratch = await createScratch()
  const outputFile = join(scratch.path, 'report.json')
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', project]
  if (file) args.push(file)
  args.push(...files)
  if (test) args.push('-t', `^${test.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`)
  // The default reporter shows how far a run came that does not end.
  args.push('--reporter=json', `--outputFile=${outputFile}`, '--reporter=default')
  try {
    const env = { ...process.env, NO_COLOR: '1' }
    const problem = await runProcess(process.execPath, [program, ...args], { cwd: root, limit: LIMIT, env }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    const text = await readFile(outputFile, 'utf8').catch(() => undefined)
    if (text === undefined) throw new Error(problem ?? 'Vitest wrote no report')
    const outcome = count(JSON.parse(text) as Report)
    // An error outside of every test, such as an unhandled rejection, shows only in the exit code.
    if (problem && outcome.failed === 0) throw new Error(problem)
    return outcome
  } finally {
    await scratch.dispose()
  }
}

function count({ testResults }: Report): Outcome {
  const outcome = { passed: 0, failed: 0, lines: [] as string[], failures: [] as Failure[] }
  for (const { name: path, message, assertionResults: tests } of testResults) {
    const file = relative(root, path).split(sep).join('/')
    for (const { status, fullName, failureMessages } of tests) {
      if (status === 'passed') outcome.passed += 1
      else if (status === 'failed') {
        const text = failureMessages.join('\n').slice(0, 4_000)
        outcome.failures.push(failure(`${file}: ${fullName}`, text, { file, test: fullName, files: undefined }))
      }
    }
    // A file that cannot be loaded has a message and no tests.
    if (message && tests.length === 0) outcome.failures.push({ name: file, text: message })
  }
  outcome.failed = outcome.failures.length
  return outcome
}
