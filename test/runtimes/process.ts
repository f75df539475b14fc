/** Runs the scenarios in Node, Deno and Bun: processes that print one result per line. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installed } from '../support/paths.ts'
import { runProcess, startProcess } from '../support/processes.ts'
import { limits, type Result, type Runtime, type SuiteRequest } from './runtime.ts'

// In npm scripts `node` is the newer version that the tools need; the scenarios run in the one that users have.
export const node: Runtime = createProcessRuntime('node', process.env.npm_node_execpath ?? process.execPath)

export const bun: Runtime = createProcessRuntime('bun', installed('bun'))

/** Its only permission is the loopback network. */
export const deno: Runtime = createProcessRuntime('deno', installed('deno'), [
  ...['run', '--no-prompt', '--no-config', '--no-lock', '--no-remote', '--no-npm'],
  '--allow-net=127.0.0.1,localhost',
])

function createProcessRuntime(name: Runtime['name'], program: string, options: readonly string[] = []): Runtime {
  return {
    name,
    version: async () => /\d[\w.-]*/.exec(await runProcess(program, ['--version']))?.[0] ?? '',
    async run({ bundle, ...request }) {
      const suiteRequest = JSON.stringify({ runtime: name, ...request } satisfies SuiteRequest)
      const { child, stop } = startProcess(program, [...options, join(bundle, 'process.mjs'), suiteRequest], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const results: Result[] = []
      const failure = await follow(child, stop, (result) => results.push(result)).finally(stop)
      if (failure) {
        const error = `${failure}\nThe last result was: ${results.at(-1)?.name ?? 'none'}`
        results.push({ name: `${name} runs to its end`, ok: false, ms: 0, error })
      }
      return results
    },
  }
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
