/** Every example of docs/transport.md and docs/migration.md compiles against the package and the SDKs, and prints what the page says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installClients } from '../../mock-server/peers/other-clients.ts'
import { type Consumer, createConsumer } from '../../package/consumer.ts'
import { checkOutput } from '../../package/examples/run-example.ts'
import { findExamples } from '../../package/markdown-examples.ts'
import { root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { linkSdks } from '../tools/link-sdks.ts'

/** Texts of the examples, by page. */
const marks = {
  'transport.md': ['sdk/client/index.js', 'params.message', 'createMCPClient', 'isMcpError', 'oauthFrom(authProvider'],
  'migration.md': [
    ...['sdk/client/streamableHttp.js', 'clientInfo: {'],
    ...["mode: 'auto'", 'handlers: { elicit: ('],
    ...['createMCPClient({', 'aiSdkTools(await'],
  ],
}

const found = Object.entries(marks).map(async ([page, texts]) => {
  const examples = findExamples(await readFile(join(root, 'docs', page), 'utf8'))
  return texts.map((text) => ({ page, example: examples.find(({ code }) => code.includes(text))! }))
})
const examples = (await Promise.all(found)).flat()
const nameOf = ({ page, example }: (typeof examples)[number]) => `${page.replace('.md', '')}-line-${example.line}`
const names = examples.map(nameOf)

const readHere = (name: string) => readFile(join(import.meta.dirname, 'examples', name), 'utf8')

describe('the examples of docs/transport.md and docs/migration.md', () => {
  let consumer: Consumer
  beforeAll(async () => {
    await installClients()
    consumer = await createConsumer()
    await linkSdks(join(root, 'test/mock-server/peers/node_modules'), join(consumer.path, 'node_modules'))
    await consumer.add({
      'auth-provider.ts': await readHere('auth-provider.ts'),
      'assignable.ts': await readHere('assignable.ts'),
      ...Object.fromEntries(
        examples.map((one) => [`${nameOf(one)}.ts`, `${'\n'.repeat(one.example.line)}${one.example.code}`]),
      ),
    })
  }, 240_000)
  afterAll(() => consumer.dispose())

  test('compile, and the transport fits the types of the SDKs', async () => {
    const files = ['assignable.ts', ...names.map((name) => `${name}.ts`)]
    const lib = ['esnext', 'dom', 'dom.iterable']
    await consumer.compile('transport', files, { lib, module: 'nodenext', skipLibCheck: true })
  })

  test('print what the pages say', async () => {
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
    for (const [index, { page, example }] of examples.entries()) {
      checkOutput(printed[index]!.split('\n').filter(Boolean), `docs/${page}`, example)
    }
    expect(printed).toHaveLength(examples.length + 1)
  })
})

describe('what docs/migration.md and the README say of use-mcp', () => {
  const folder = join(root, 'test/mock-server/peers/node_modules/use-mcp')
  beforeAll(installClients, 240_000)

  test('is about members that it has', async () => {
    const page = await readFile(join(root, 'docs/migration.md'), 'utf8')
    const section = page.slice(page.indexOf('## From `use-mcp`'))
    const left = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell!)
    const words = left.flatMap((cell) => [...cell.matchAll(/`(\w+)/g)].map(([, name]) => name!))
    const files = ['dist/index.d.ts', 'dist/react/index.d.ts'].map((file) => readFile(join(folder, file), 'utf8'))
    const declared = (await Promise.all(files)).join()
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(declared))).toEqual([])
    expect(words.length).toBeGreaterThan(15)
  })

  test('is what its bundle has: size, revision and fallback', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { useMcp } from 'use-mcp/react'", resolveDir: join(folder, '../..'), loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      platform: 'browser',
      external: ['react', 'node:*'],
      write: false,
    })
    const { text, contents } = outputFiles[0]!
    const kilobytes = (gzipSync(contents, { level: 9 }).length / 1000).toFixed(1)
    const readme = await readFile(join(root, 'README.md'), 'utf8')
    const inReadme = (title: string) =>
      readme
        .split('\n')
        .find((line) => line.startsWith(`| ${title} |`))
        ?.split('|')
        .at(-2)
        ?.trim()
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    expect(readme).toContain(`\`use-mcp\` ${version}`)
    expect(inReadme('Smallest bundle (kB gzip)')).toBe(kilobytes)
    expect(inReadme('Smallest bundle with OAuth (kB gzip)')).toBe(kilobytes)
    expect([inReadme('MCP 2026-07-28'), text.includes('2026-07-28')]).toEqual(['no', false])
    const declared = await readFile(join(folder, 'dist/react/index.d.ts'), 'utf8')
    expect([inReadme('Automatic HTTP+SSE fallback'), declared.includes("'auto' (HTTP with SSE fallback)")]).toEqual([
      'yes',
      true,
    ])
  })
})
