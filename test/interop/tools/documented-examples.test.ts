/** Every example of docs/tools.md compiles against the package and the SDKs, and prints what the page says. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Consumer, createConsumer } from '../../package/consumer.ts'
import { checkOutput } from '../../package/examples/run-example.ts'
import { type Example, findExamples } from '../../package/markdown-examples.ts'
import { root } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'
import { linkSdks } from './link-sdks.ts'

/** Texts of the examples, and the file that has their `./model.js`. */
const examples: Record<string, string | undefined> = {
  "deny: ['train']": undefined,
  'async function ask': undefined,
  'clean: cleanTools': undefined,
  'scaleImages({': undefined,
  'repairArguments({': undefined,
  'approvals({': undefined,
  "keep: ['weather']": undefined,
  'budget: 200, signature': undefined,
  'aiSdkTools(await': 'ai-sdk',
  'openaiResponsesTools(await': undefined,
  'openaiChatTools(await': undefined,
  'anthropicTools(await': undefined,
  'geminiTools(await': undefined,
  'langchainTools(await': 'langchain',
  'openaiAgentsServer(await': 'openai-agents',
}

/** The lines of the second page follow those of the first, so that each example has a line of its own. */
const text = (
  await Promise.all(['tools.md', 'model-safety.md'].map((page) => readFile(join(root, 'docs', page), 'utf8')))
).join('\n')
const found = Object.keys(examples).map((mark) => findExamples(text).find(({ code }) => code.includes(mark))!)
const folders = found.map(({ line }) => `line-${line}`)

test('docs/tools.md names the tested version of every SDK', async () => {
  const { default: manifest } = await import('./package.json', { with: { type: 'json' } })
  const rows = new Map(
    [...text.matchAll(/^\| `([^`]+)` \| (\d[\d., ]*) \|$/gm)].map(([, name, versions]) => [name, versions!]),
  )
  for (const [alias, version] of Object.entries(manifest.dependencies)) {
    // Not SDKs: what they are tested with.
    if (['zod', 'gpt-tokenizer'].includes(alias)) continue
    expect(rows.get(alias.replace(/^ai-\d$/, 'ai')), alias).toContain(version.replace(/^npm:ai@/, ''))
  }
})

describe('the examples of docs/tools.md', () => {
  let consumer: Consumer
  beforeAll(async () => {
    consumer = await createConsumer()
    await linkSdks(join(import.meta.dirname, 'node_modules'), join(consumer.path, 'node_modules'))
    const apis = await readFile(join(import.meta.dirname, 'scripted-apis.ts'), 'utf8')
    await consumer.add({ 'scripted-apis.ts': apis })
    await Promise.all(found.map((example, index) => addExample(example, Object.values(examples)[index])))
  }, 60_000)
  afterAll(() => consumer.dispose())

  async function addExample({ line, code }: Example, model: string | undefined): Promise<void> {
    const folder = join(consumer.path, `line-${line}`)
    await mkdir(folder)
    await writeFile(join(folder, 'example.ts'), `${'\n'.repeat(line)}${code}`)
    if (!model) return
    await writeFile(join(folder, 'model.ts'), await readFile(join(import.meta.dirname, 'models', `${model}.ts`)))
  }

  test('compile', async () => {
    const files = folders.map((folder) => `${folder}/example.ts`)
    await consumer.compile('tools', files, {
      lib: ['esnext', 'dom', 'dom.iterable'],
      module: 'nodenext',
      skipLibCheck: true,
    })
  })

  test('print what the page says', async () => {
    await build({
      entryPoints: [
        { in: join(import.meta.dirname, 'example-runner.ts'), out: 'runner' },
        ...folders.map((folder) => ({ in: join(consumer.path, folder, 'example.ts'), out: folder })),
      ],
      outdir: consumer.path,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
    })
    const env = {
      ...process.env,
      OPENAI_API_KEY: 'test',
      ANTHROPIC_API_KEY: 'test',
      GEMINI_API_KEY: 'test',
      OPENAI_AGENTS_DISABLE_TRACING: '1',
    }
    const args = ['runner.mjs', ...folders.map((folder) => `./${folder}.mjs`)]
    const output = await runProcess(process.execPath, args, { cwd: consumer.path, limit: 50_000, env })
    const printed = output.split('--- end of example\n')
    for (const [index, example] of found.entries()) {
      checkOutput(printed[index]!.split('\n').filter(Boolean), 'docs/tools.md or docs/model-safety.md', example)
    }
    expect(printed).toHaveLength(found.length + 1)
  })
})
