/** Real servers as child processes: their tools, and results of calls that need no network. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SourceTool } from '../../../src/tools/index.ts'
import type { CallToolResult } from '../../../src/types/index.ts'
import { root } from '../../support/paths.ts'
import { findProgram } from '../../support/programs.ts'

const docs = join(root, 'docs')

const chromium = await findProgram('chromium')

const script = 'for (let i = 0; i < 300; i++) document.write("<li><a href=#" + i + ">Link " + i + "</a>")'
const page = `data:text/html,${encodeURIComponent(`<script>${script}</script>`)}`

const entities = Array.from({ length: 200 }, (_, index) => {
  return { name: `entity ${index}`, entityType: 'thing', observations: ['one of many', 'made for a test'] }
})

/** By the name of the program: its arguments, and the calls. */
const servers: Readonly<Record<string, { args?: string[]; calls?: [tool: string, args: object][] }>> = {
  'mcp-server-filesystem': {
    args: [docs],
    calls: [
      ['read_text_file', { path: join(docs, 'oauth.md') }],
      ['directory_tree', { path: docs }],
      ['read_multiple_files', { paths: [join(docs, 'tools.md'), join(docs, 'client.md')] }],
    ],
  },
  'mcp-server-memory': {
    calls: [
      ['create_entities', { entities }],
      ['read_graph', {}],
    ],
  },
  'mcp-server-everything': {
    calls: [
      ['get-tiny-image', {}],
      ['get-structured-content', { location: 'New York' }],
    ],
  },
  'mcp-server-sequential-thinking': {
    calls: [['sequentialthinking', { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }]],
  },
  'playwright-mcp': {
    args: ['--headless', '--isolated', '--no-sandbox', '--executable-path', chromium],
    calls: [
      ['browser_navigate', { url: page }],
      ['browser_snapshot', {}],
      ['browser_take_screenshot', {}],
    ],
  },
  'chrome-devtools-mcp': {
    args: ['--headless', '--isolated', '--executablePath', chromium, '--chromeArg=--no-sandbox'],
    calls: [
      ['navigate_page', { pageId: 1, url: page }],
      ['take_snapshot', { pageId: 1 }],
      ['take_screenshot', { pageId: 1 }],
    ],
  },
  // Their calls go to services that need a key.
  'mcp-server-github': {},
  'notion-mcp-server': {},
  'context7-mcp': {},
  'tavily-mcp': {},
}

export interface Recorded {
  tools: SourceTool[]
  results: { tool: string; result: CallToolResult }[]
}

/** What all servers say, by their names. */
export async function recordAll(): Promise<Record<string, Recorded>> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-'))
  try {
    const entries = Object.keys(servers).map(async (program) => [
      program,
      await record(program, join(folder, 'memory')),
    ])
    return Object.fromEntries(await Promise.all(entries)) as Record<string, Recorded>
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Starts a server, asks it, and ends it. */
async function record(program: string, memoryFile: string): Promise<Recorded> {
  const { args = [], calls = [] } = servers[program]!
  const path = join(import.meta.dirname, 'servers/node_modules/.bin', program)
  const keys = { GITHUB_PERSONAL_ACCESS_TOKEN: 'test', NOTION_TOKEN: 'test', TAVILY_API_KEY: 'test' }
  const env = { ...process.env, ...keys, MEMORY_FILE_PATH: memoryFile }
  const child = spawn(process.execPath, [path, ...args], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map<number, (answer: { result?: unknown; error?: unknown }) => void>()
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
    child.once('error', reject)
  })
  // Awaited below, while a request waits.
  ended.catch(() => {})
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number; result?: unknown; error?: unknown }
    waiting.get(message.id!)?.(message)
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = async (method: string, params: object): Promise<unknown> => {
    const id = waiting.size + 1
    const answer = new Promise<{ result?: unknown; error?: unknown }>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    const { result, error } = await Promise.race([answer, ended])
    if (error) throw new Error(`${program} ${method}: ${JSON.stringify(error)}`)
    return result
  }
  try {
    const clientInfo = { name: 'test', version: '1' }
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    send({ method: 'notifications/initialized' })
    const { tools } = (await request('tools/list', {})) as { tools: SourceTool[] }
    const results: Recorded['results'] = []
    for (const [name, given] of calls) {
      const result = (await request('tools/call', { name, arguments: given })) as CallToolResult
      results.push({ tool: name, result })
    }
    return { tools, results }
  } finally {
    child.kill()
  }
}
