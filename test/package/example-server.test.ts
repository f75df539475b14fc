/** The server that docs/getting-started.md offers for its examples answers them as the pages say. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { test } from 'vitest'
import { root } from '../support/paths.ts'
import { runProcess } from '../support/processes.ts'
import { createConsumer } from './consumer.ts'
import { checkOutput } from './examples/run-example.ts'
import { type Example, findExamples } from './markdown-examples.ts'

/** Texts of the examples of getting-started.md that need no other package. */
const marks = [
  'connection.protocolVersion',
  "'the user left'",
  "callTool('send'",
  'client.complete(',
  'elicit: (',
  'client.listen(',
]

test('examples run as a reader would run them, beside the server of the page', async () => {
  const page = findExamples(await readFile(join(root, 'docs/getting-started.md'), 'utf8'))
  const readme = findExamples(await readFile(join(root, 'README.md'), 'utf8'))
  const server = page.find(({ code }) => code.includes('globalThis.fetch'))
  const consumer = await createConsumer()
  try {
    await consumer.add({ 'example-server.mjs': server!.code })
    const chosen = marks.map((mark) => page.find(({ code }) => code.includes(mark))!)
    const runs: [string, Example][] = [['README.md', readme[0]!]]
    for (const example of chosen) runs.push(['docs/getting-started.md', example])
    await Promise.all(runs.map(async ([name, example]) => checkOutput(await run(example), name, example)))
  } finally {
    await consumer.dispose()
  }

  async function run({ code, line }: Example): Promise<string[]> {
    const { code: program } = await transform(code, { loader: 'ts', format: 'esm', target: 'node20' })
    await consumer.add({ [`example-${line}.mjs`]: program })
    const args = ['--import', './example-server.mjs', `./example-${line}.mjs`]
    return (await runProcess('node', args, { cwd: consumer.path, limit: 20_000 }))
      .split('\n')
      .filter((one) => one !== '')
  }
})
