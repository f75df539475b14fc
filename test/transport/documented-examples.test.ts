/** Every example of docs/transport.md compiles against the package and the SDKs, and prints what the page says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Consumer, createConsumer } from '../package/consumer.ts'
import { checkOutput } from '../package/examples/run-example.ts'
import { findExamples } from '../package/markdown-examples.ts'
import { root } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'
import { installClients } from '../testing/peers/other-clients.ts'
import { linkSdks } from '../tools/link-sdks.ts'

const page = 'docs/transport.md'

/** Texts of the examples. */
const marks = ['sdk/client/index.js', 'params.message', 'createMCPClient', 'isMcpError', 'oauthFrom(authProvider']

const text = await readFile(join(root, page), 'utf8')
const examples = marks.map((mark) => findExamples(text).find(({ code }) => code.includes(mark))!)
const names = examples.map(({ line }) => `line-${line}`)

const readHere = (name: string) => readFile(join(import.meta.dirname, 'examples', name), 'utf8')

describe(`the examples of ${page}`, () => {
  let consumer: Consumer
  beforeAll(async () => {
    await installClients()
    consumer = await createConsumer()
    await linkSdks(join(root, 'test/testing/peers/node_modules'), join(consumer.path, 'node_modules'))
    await consumer.add({
      'auth-provider.ts': await readHere('auth-provider.ts'),
      'assignable.ts': await readHere('assignable.ts'),
      ...Object.fromEntries(examples.map(({ line, code }) => [`line-${line}.ts`, `${'\n'.repeat(line)}${code}`])),
    })
  }, 240_000)
  afterAll(() => consumer.dispose())

  test('compile, and the transport fits the types of the SDKs', { timeout: 60_000 }, async () => {
    const files = ['assignable.ts', ...names.map((name) => `${name}.ts`)]
    const lib = ['esnext', 'dom', 'dom.iterable']
    await consumer.compile('transport', files, { lib, module: 'nodenext', skipLibCheck: true })
  })

  test('print what the page says', { timeout: 60_000 }, async () => {
    await build({
      entryPoints: [
        { in: join(import.meta.dirname, 'examples/runner.ts'), out: 'runner' },
        ...names.map((name) => ({ in: join(consumer.path, `${name}.ts`), out: name })),
      ],
      outdir: consumer.path,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
    })
    const args = ['runner.mjs', ...names.map((name) => `./${name}.mjs`)]
    const output = await runProcess(process.execPath, args, { cwd: consumer.path, limit: 50_000 })
    const printed = output.split('--- end of example\n')
    for (const [index, example] of examples.entries()) {
      checkOutput(printed[index]!.split('\n').filter(Boolean), page, example)
    }
    expect(printed).toHaveLength(examples.length + 1)
  })
})
