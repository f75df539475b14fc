/** Runs the suite in a runtime that is a process, which prints one result per line. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { limits } from './limits.ts'
import { startProcess } from './processes.ts'
import type { Result, RunRequest, SuiteRequest } from './runtime.ts'

export async function runInProcess(
  runtime: SuiteRequest['runtime'],
  command: string,
  args: readonly string[],
  { bundle, ...request }: RunRequest,
): Promise<Result[]> {
  const suiteRequest = JSON.stringify({ runtime, ...request } satisfies SuiteRequest)
  const { child, stop } = startProcess(command, [...args, join(bundle, 'process.mjs'), suiteRequest], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const results: Result[] = []
  const failure = await follow(child, stop, (result) => results.push(result)).finally(stop)
  if (failure) {
    const error = `${failure}\nThe last result was: ${results.at(-1)?.name ?? 'none'}`
    results.push({ name: `${runtime} runs to its end`, ok: false, ms: 0, error })
  }
  return results
}

/** Reports every result; resolves with what went wrong with the process itself, if anything did. */
async function follow(
  child: ChildProcess,
  stop: () => Promise<void>,
  onResult: (result: Result) => void,
): Promise<string | undefined> {
  const printed: string[] = []
  let problem: string | undefined = 'it ended too early'
  let timer = giveUpAfter(limits.silence, 'it fell silent')
  createInterface({ input: child.stdout! }).on('line', (line) => {
    clearTimeout(timer)
    const { result, end } = parse(line)
    if (end) problem = undefined
    else if (result) onResult(result)
    else printed.push(line)
    timer = end ? giveUpAfter(limits.exit, 'something keeps it alive') : giveUpAfter(limits.silence, 'it fell silent')
  })
  createInterface({ input: child.stderr! }).on('line', (line) => printed.push(line))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== null && code !== 0) problem ??= `it ended with ${code}`
  } finally {
    clearTimeout(timer)
  }
  return problem && [problem, ...printed.slice(-20)].join('\n')

  function giveUpAfter(ms: number, why: string): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      problem = `${why} for ${ms / 1000} s`
      void stop()
    }, ms)
  }
}

function parse(line: string): { result?: Result; end?: true } {
  try {
    return line.startsWith('{') ? JSON.parse(line) : {}
  } catch {
    return {}
  }
}
