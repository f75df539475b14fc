/** Runs an example of the documentation as a program, and compares what it prints with what the page says. */
import { join } from 'node:path'
import { build, transform } from 'esbuild'
import { runProcess } from '../../runtimes/processes.ts'
import type { Consumer } from '../consumer.ts'
import type { Example } from '../markdown-examples.ts'

/** Bundles the example server, which has to be in the project before an example runs. */
export async function addExampleServer({ path }: Consumer): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'runner.ts')],
    outfile: join(path, 'runner.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  })
}

/** The lines that the example prints. Rejects with its whole output if it fails. */
export async function runExample(consumer: Consumer, page: string, { code, line }: Example): Promise<string[]> {
  const name = `${page}-line-${line}.mjs`
  const { code: program } = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })
  await consumer.add({ [name]: program })
  const output = await runProcess('node', ['runner.mjs', `./${name}`], { cwd: consumer.path, limit: 20_000 })
  return output.split('\n').filter((text) => text !== '')
}

/** The lines that the page says the example prints: after `// →`, or in the `text` block that follows it. */
export function expectedOutput({ code, output }: Example): string[] {
  if (output !== undefined) return output.split('\n').filter((text) => text !== '')
  return [...code.matchAll(/\/\/ *→ (.*)$/gm)].map(([, text]) => text!.trimEnd())
}
