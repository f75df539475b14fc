/**
 * How long texts of ten megabytes take to be cleaned and cut, beside `JSON.parse` of the same text in the same run. On
 * demand, since times depend on the machine: `npx tsx test/interop/tools/large-texts.ts`.
 */
import { budget, cleanTools, type ModelToolsOptions, modelTools } from '../../../src/tools/index.ts'

const RUNS = 7

const rows = (note: string) =>
  JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, note: note.repeat(Math.floor(80 / note.length)) })))
const plain = rows('x')
const withOne = (text: string) => plain.replace('"note":"x', `"note":"${text}`)

const texts: Readonly<Record<string, string>> = {
  'plain ASCII': plain,
  'one emoji': withOne('\u{1f600}'),
  'one joined emoji': withOne('\u{1f468}\u200d\u{1f469}'),
  'one hidden character': withOne('\u202e'),
  'a joiner in each word': rows('می\u200cخواهم '),
}

async function median(run: () => unknown): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < RUNS; count++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!
}

async function show(text: string, options: ModelToolsOptions): Promise<void> {
  const source = {
    listTools: async () => [{ name: 'get', inputSchema: { type: 'object' } as const }],
    callTool: async () => ({ content: [{ type: 'text' as const, text }] }),
  }
  const [get] = (await modelTools(source, options)).list
  get!.toModelContent(await get!.call({}))
}

async function main(): Promise<void> {
  for (const [name, text] of Object.entries(texts)) {
    const parse = await median(() => JSON.parse(text))
    const cut = await median(() => show(text, { budget: budget() }))
    const both = await median(() => show(text, { clean: cleanTools, budget: budget() }))
    const figures = [parse, cut, both].map((time) => time.toFixed(0))
    console.log(`${name}: JSON.parse ${figures[0]} ms, cut ${figures[1]} ms, cleaned and cut ${figures[2]} ms`)
  }
}

void main()
