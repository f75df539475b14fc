/** Every TypeScript example of the README and of docs/ compiles against the published package, and runs. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { createConsumer } from './consumer.ts'
import { addRunner, checkOutput, runExample } from './examples/run-example.ts'
import { documentedExamples, examplesFor, ways } from './examples/ways.ts'
import { findExamples, toModule } from './markdown-examples.ts'

describe.concurrent('the examples of the README', () => {
  test('compile', async () => {
    const text = await readFile(join(root, 'README.md'), 'utf8').catch(() => undefined)
    if (text === undefined) throw new Error('README.md is missing: the package is published with it')
    expect(findExamples(text), 'README.md shows no ```ts example').not.toEqual([])
    await compile({ README: text })
  })
})

describe('the examples of the README, run against a server', async () => {
  const examples = findExamples(await readFile(join(root, 'README.md'), 'utf8'))

  test('print what the page says', async () => {
    const consumer = await createConsumer()
    try {
      await addRunner(consumer, 'runner')
      const all = examples.map(async (example) => {
        checkOutput(await runExample(consumer, example), 'README.md', example)
      })
      await Promise.all(all)
    } finally {
      await consumer.dispose()
    }
  })
})

describe.concurrent('the examples of the documentation', async () => {
  const directory = join(root, 'docs')
  // These import the SDKs of others, or are Workers: test/interop/tools, test/interop/transport and workers-page.test.ts compile them.
  const others = ['model-safety.md', 'tools.md', 'transport.md', 'migration.md', 'workers.md']
  const pages = (await readdir(directory)).filter((name) => name.endsWith('.md') && !others.includes(name))

  test('include those of authorization', async () => {
    expect(findExamples(await readFile(join(directory, 'oauth.md'), 'utf8')).length).toBeGreaterThan(3)
  })

  test('begin, on the page about testing, with one of at most ten lines', async () => {
    const [first] = findExamples(await readFile(join(directory, 'testing.md'), 'utf8'))
    expect(first!.code.trim().split('\n').length).toBeLessThanOrEqual(10)
  })

  test('compile', async () => {
    const texts = pages.map(async (name) => [name.replace('.md', ''), await readFile(join(directory, name), 'utf8')])
    await compile(Object.fromEntries(await Promise.all(texts)))
  })
})

test('docs/browsers.md names the headers that errors about CORS name', async () => {
  const source = await readFile(join(root, 'src/core/http/cors-hints.ts'), 'utf8')
  const [, sent] = /^const SENT = '([^']*)'/m.exec(source)!
  const [, exposed] = /^const EXPOSED = '([^']*)'/m.exec(source)!
  const page = await readFile(join(root, 'docs/browsers.md'), 'utf8')
  // The page also names those of DPoP.
  expect(page).toContain(`Access-Control-Allow-Headers: ${sent}, authorization, dpop\n`)
  expect(page).toContain(`Access-Control-Expose-Headers: ${exposed}, dpop-nonce\n`)
  for (const [, message] of page.matchAll(/^\| `([^`…]*)(?:….*)?` \| /gm)) expect(source).toContain(message!.trim())
})

test('no page of docs/ is longer than 300 lines, unless a program writes all of it', async () => {
  const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md'))
  const long = pages.map(async (name) => {
    const lines = (await readFile(join(root, 'docs', name), 'utf8')).split('\n')
    // A page of tables is searched, not read, and says so below its title.
    const isWritten = lines[2]?.startsWith('<!-- Written by `npm run docs:')
    return lines.length > 300 && !isWritten ? [`${name}: ${lines.length}`] : []
  })
  expect((await Promise.all(long)).flat()).toEqual([])
})

describe('the examples of the documentation, run', () => {
  test('are all run, each in one way', async () => {
    const examples = await documentedExamples()
    for (const { page, example, marks } of examples) {
      expect(marks, `docs/${page}, line ${example.line} is run by no test or by several`).toHaveLength(1)
    }
    const marks = Object.entries(ways).flatMap(([page, texts]) => Object.keys(texts).map((text) => `${page}: ${text}`))
    expect(examples.map(({ page, marks: [text] }) => `${page}: ${text}`)).toEqual(marks)
    for (const [text, way] of Object.values(ways).flatMap((texts) => Object.entries(texts))) {
      if (typeof way === 'string' || 'notRun' in way) continue
      const source = await readFile(join(root, way.test), 'utf8')
      const literals = [`'${text}'`, `"${text}"`]
      expect(
        literals.some((one) => source.includes(one)),
        `${way.test} runs the example with ${text}`,
      ).toBe(true)
    }
  })

  test('print what the pages say, in Node and in Deno', { timeout: 120_000 }, async () => {
    const consumer = await createConsumer()
    try {
      await Promise.all([addRunner(consumer, 'protected-runner'), addRunner(consumer, 'runner')])
      const runs = [
        ...(await examplesFor('open server')).map((one) => [one, 'runner', 'node'] as const),
        ...(await examplesFor('node')).map((one) => [one, 'protected-runner', 'node'] as const),
        ...(await examplesFor('deno')).map((one) => [one, 'protected-runner', 'deno'] as const),
      ]
      await inParallel(runs, async ([{ page, example }, runner, runtime]) => {
        checkOutput(await runExample(consumer, example, runner, runtime, page), `docs/${page}`, example)
      })
    } finally {
      await consumer.dispose()
    }
  })
})

describe.concurrent('the example check', () => {
  test('compiles fragments, modules and indented examples, and ignores other languages', async () => {
    await compile({ README: page })
  })

  test('reports the line of the page in which an example is wrong', async () => {
    const wrong = page.replace('client.listTools()', 'client.listTools(1)').replace('stop.signal', 'stop.sign')
    const errors = await compile({ README: wrong }).catch((error: Error) => error.message.split('\n').slice(1))
    expect(errors).toEqual([
      expect.stringMatching(/^README-line-21\.ts\(22,\d+\): error TS2339: Property 'sign' /),
      expect.stringMatching(/^README-line-3\.ts\(9,\d+\): error TS2559: Type '1' /),
    ])
  })
})

/** Programs wait more than they compute, so some run at once. */
async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) await run(item)
  }
  await Promise.all([work(), work(), work(), work()])
}

/** Compiles all examples of these pages in one run of the compiler. */
async function compile(pages: Readonly<Record<string, string>>): Promise<void> {
  const file = 'example-names.ts'
  const text = await readFile(join(import.meta.dirname, 'types', file), 'utf8')
  const names = [...text.matchAll(/^export declare const (\w+)/gm)].map(([, name]) => name!)
  const consumer = await createConsumer()
  try {
    const modules = Object.entries(pages).flatMap(([page, markdown]) =>
      findExamples(markdown).map((one) => [`${page}-line-${one.line}.ts`, toModule(one, { file, names })] as const),
    )
    await consumer.add(Object.fromEntries(modules))
    const libraries = { lib: ['esnext', 'dom', 'dom.iterable'], module: 'nodenext', skipLibCheck: true }
    await consumer.compile(
      'readme',
      modules.map(([name]) => name),
      libraries,
    )
  } finally {
    await consumer.dispose()
  }
}

const page = `# A page

\`\`\`ts
import { connect } from 'mcp-over-fetch'
import {
  type Tool,
} from 'mcp-over-fetch/types' // what a server offers

const tools: Tool[] = await client.listTools()
if (tools.length === 0) return
const { isMcpError } = await import('mcp-over-fetch')
await using later = { [Symbol.asyncDispose]: async () => {} }
await connect('/mcp').catch(isMcpError)
\`\`\`

\`\`\`json
{ "not": "TypeScript" }
\`\`\`

1. A step:
   \`\`\`ts
   await client.callTool('render', {}, { signal: stop.signal })
   \`\`\`

\`\`\`ts
import { connect } from 'mcp-over-fetch'

const client = await connect('/mcp')
\`\`\`

\`\`\`ts
import { connect } from 'mcp-over-fetch'

export default { fetch: async (request: Request) => Response.json((await connect(request.url)).server) }
\`\`\`
`
