/** How long an editor waits for suggestions in a file with the types of 1,000 tools: `npx tsx …/measure-completions.ts`, after a build. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateTypes } from '../../../src/typegen/index.ts'
import type { Tool } from '../../../src/types/index.ts'
import { root } from '../../support/paths.ts'
import { peer } from '../peers.ts'

const TOOLS = 1_000
const ROUNDS = 30
const folder = join(root, 'node_modules/.cache/completions')

const text = { type: 'string' }
const tools = Array.from({ length: TOOLS }, (_, index): Tool => {
  const filter = {
    type: 'object',
    properties: { field: text, value: { type: ['string', 'number'] } },
    required: ['field'],
  }
  const properties = {
    query: { ...text, description: `What tool ${index} looks for` },
    limit: { type: 'integer', description: 'How many' },
    order: { enum: ['new', 'old', `order_${index}`] },
    filters: { type: 'array', items: { $ref: '#/$defs/filter' } },
  }
  const inputSchema = { type: 'object', properties, required: ['query'], $defs: { filter } } as Tool['inputSchema']
  const outputSchema = {
    type: 'object',
    properties: { hits: { type: 'array', items: filter }, total: { type: 'integer' } },
  }
  return { name: `tool_${index}`, description: `Does the work of tool ${index}`, inputSchema, outputSchema } as Tool
})

const program = `import { connect } from 'mcp-over-fetch'
import type { Docs } from './docs.ts'
const client = await connect<Docs>('https://docs.example.com/mcp')
`
const line = `await client.callTool('tool_500', { `

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
const types = await generateTypes({ tools }, { name: 'Docs' })
await writeFile(join(folder, 'docs.ts'), types)
await writeFile(join(folder, 'main.ts'), program)
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  paths: { 'mcp-over-fetch': [join(root, 'dist/core/index.d.ts')] },
}
await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
console.log(`${TOOLS} tools, ${Math.round(types.length / 1000)} kB of types`)
for (const version of ['5.4', '5.9', '6.0']) await measure(version)

async function measure(version: string): Promise<void> {
  const server = startServer(peer(`typescript-${version}/lib/tsserver.js`))
  try {
    const file = join(folder, 'main.ts')
    server.send('open', { file })
    const names = await suggest(file, `await client.callTool('`, 'tool_500')
    const members = await suggest(file, line, 'filters')
    console.log(`TypeScript ${version}: names ${summary(names)}; arguments ${summary(members)}`)
  } finally {
    server.stop()
  }

  /** Types a line again and again, each time with another comment before it, so that nothing is remembered. */
  async function suggest(file: string, typed: string, expected: string): Promise<number[]> {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const content = `${program}// ${round}\n${typed}`
      server.send('open', { file, fileContent: `${content}\n` })
      const place = { line: content.split('\n').length, offset: typed.length + 1 }
      const start = performance.now()
      const body = (await server.ask('completionInfo', { file, ...place })) as { entries: { name: string }[] }
      times.push(performance.now() - start)
      if (!body.entries.some(({ name }) => name === expected)) throw new Error(`${expected} is not suggested`)
    }
    return times
  }
}

function summary([first, ...others]: number[]): string {
  const sorted = others.sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))]!)
  return `first ${Math.round(first!)} ms, then p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`
}

function startServer(path: string) {
  const child: ChildProcess = spawn(process.execPath, [path, '--disableAutomaticTypingAcquisition'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (body: unknown) => void>()
  let sequence = 0
  let received = ''
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
    const lines = received.split('\n')
    received = lines.pop()!
    for (const one of lines.filter((text) => text.startsWith('{'))) {
      const { request_seq: id, body } = JSON.parse(one) as { request_seq: number; body: unknown }
      waiting.get(id)?.(body)
      waiting.delete(id)
    }
  })
  const send = (command: string, args: object) => {
    child.stdin!.write(`${JSON.stringify({ seq: ++sequence, type: 'request', command, arguments: args })}\n`)
    return sequence
  }
  return {
    send,
    ask: (command: string, args: object) =>
      new Promise((resolve) => {
        waiting.set(send(command, args), resolve)
      }),
    stop: () => child.kill(),
  }
}
