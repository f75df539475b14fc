/** Runs an example of the documentation as a program, and compares what it prints with what the page says. */
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { expect } from 'vitest'
import { installed } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import type { Consumer } from '../consumer.ts'
import type { Example } from '../markdown-examples.ts'

/** `runner` has the server of the README, and `protected-runner` the hosts of docs/oauth.md. */
export type Runner = 'runner' | 'protected-runner'

const runtimes = {
  node: ['node'],
  deno: [
    installed('deno'),
    'run',
    '--no-prompt',
    '--node-modules-dir=manual',
    '--allow-read=.',
    '--allow-net=127.0.0.1',
  ],
} as const

/** Bundles the program that runs examples, which has to be in the project before an example runs. */
export async function addRunner({ path }: Consumer, runner: Runner): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, `${runner}.ts`)],
    outfile: join(path, `${runner}.mjs`),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
}

/** The lines that the example prints. Rejects with its whole output if it fails. */
export async function runExample(
  consumer: Consumer,
  { code, line }: Example,
  runner: Runner = 'runner',
  runtime: keyof typeof runtimes = 'node',
  page = 'README.md',
): Promise<string[]> {
  const name = `${page.replace('.md', '')}-line-${line}.mjs`
  const { code: program } = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })
  await consumer.add({ [name]: program })
  const [command, ...args] = [...runtimes[runtime], `${runner}.mjs`, `./${name}`]
  const output = await runProcess(command!, args, { cwd: consumer.path, limit: 20_000 })
  return output.split('\n').filter((text) => text !== '')
}

/**
 * The lines that the page says the example prints: after `// →`, or in the `text` block that follows it. A line that
 * ends with `…` is the beginning of what is printed.
 */
export function expectedOutput({ code, output }: Example): string[] {
  if (output !== undefined) return output.split('\n').filter((text) => text !== '')
  return [...code.matchAll(/\/\/ *→ (.*)$/gm)].map(([, text]) => text!.trimEnd())
}

/** Fails with the line of the page if an example printed something else than the page says, or nothing. */
export function checkOutput(printed: readonly string[], page: string, example: Example): void {
  const expected = expectedOutput(example)
  const shown = printed.map((text, index) => {
    const beginning = expected[index]?.match(/^(.*)…$/)?.[1]
    return beginning !== undefined && text.startsWith(beginning) ? `${beginning}…` : text
  })
  expect(shown, `${page}, line ${example.line}`).toEqual(expected)
  expect(shown, `${page}, line ${example.line} prints nothing`).not.toEqual([])
}
