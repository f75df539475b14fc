/** Records what real servers list, as `servers.json` has it: `npx tsx …/record-servers.ts`. Nothing but their lists is asked for. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installPackages } from '../../interop/wide/install-packages.ts'
import { runProcess } from '../../support/processes.ts'

/** Servers of npm that start without an account: each with its version, and what it wants to be told. */
const packages: Readonly<Record<string, { args?: string[]; env?: Record<string, string> }>> = {
  '@modelcontextprotocol/server-everything@2026.8.31': {},
  '@modelcontextprotocol/server-filesystem@2026.8.31': { args: ['{folder}'] },
  '@modelcontextprotocol/server-memory@2026.8.31': {},
  '@modelcontextprotocol/server-sequential-thinking@2026.8.31': {},
  '@modelcontextprotocol/server-github@2025.4.8': { env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'test' } },
  '@modelcontextprotocol/server-gitlab@2025.4.25': { env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'test' } },
  '@modelcontextprotocol/server-slack@2025.4.25': { env: { SLACK_BOT_TOKEN: 'test', SLACK_TEAM_ID: 'test' } },
  '@modelcontextprotocol/server-brave-search@0.6.2': { env: { BRAVE_API_KEY: 'test' } },
  '@modelcontextprotocol/server-google-maps@0.6.2': { env: { GOOGLE_MAPS_API_KEY: 'test' } },
  '@notionhq/notion-mcp-server@2.5.2': { env: { NOTION_TOKEN: 'test' } },
  '@playwright/mcp@0.0.83': { args: ['--headless', '--isolated'] },
  '@upstash/context7-mcp@4.1.1': {},
  'chrome-devtools-mcp@1.11.0': { args: ['--headless', '--isolated'] },
  'tavily-mcp@0.2.22': { env: { TAVILY_API_KEY: 'test' } },
  'firecrawl-mcp@3.22.2': { env: { FIRECRAWL_API_KEY: 'test' } },
  'exa-mcp-server@3.4.1': { env: { EXA_API_KEY: 'test' } },
  'airtable-mcp-server@1.14.0': { env: { AIRTABLE_API_KEY: 'test.test' } },
  '@hubspot/mcp-server@0.4.0': { env: { PRIVATE_APP_ACCESS_TOKEN: 'test' } },
  '@elastic/mcp-server-elasticsearch@0.3.1': { env: { ES_URL: 'http://127.0.0.1:9', ES_API_KEY: 'test' } },
  'figma-developer-mcp@0.13.2': { args: ['--stdio', '--figma-api-key=test'] },
  '@perplexity-ai/mcp-server@1.2.1': { env: { PERPLEXITY_API_KEY: 'test' } },
  '@sentry/mcp-server@0.36.0': { args: ['--access-token=test'] },
  'mongodb-mcp-server@3.0.4': {},
  '@antv/mcp-server-chart@0.9.10': {},
}

const LISTS = { tools: 'tools', prompts: 'prompts', resources: 'resources', resourceTemplates: 'resources/templates' }
/** Milliseconds after which a server that says nothing is left out. */
const LIMIT = 60_000
const file = join(import.meta.dirname, 'servers.json')

const chosen = process.argv.slice(2)
const recorded = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>
const folder = await mkdtemp(join(tmpdir(), 'mcp-over-fetch-'))
try {
  for (const [name, { args = [], env = {} }] of Object.entries(packages)) {
    const id = name.slice(0, name.lastIndexOf('@'))
    if (chosen.length > 0 && !chosen.includes(id)) continue
    try {
      recorded[id] = await record(id, await installPackages([name]), args, env)
      console.log(`${id}: ${Object.values(recorded[id]).map((items: unknown[]) => items.length)}`)
    } catch (error) {
      console.log(`${id}: left out: ${(error as Error).message.slice(0, 200)}`)
    }
  }
  await writeFile(file, `${JSON.stringify(recorded)}\n`)
  await runProcess('npx', ['biome', 'format', '--write', file])
} finally {
  await rm(folder, { recursive: true })
}

/** The lists that the server declares; the folder of this run has another name in them. */
async function record(
  id: string,
  installed: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Record<string, unknown[]>> {
  const root = join(installed, 'node_modules', id)
  const { bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const program = join(root, typeof bin === 'string' ? bin : (Object.values(bin)[0] as string))
  const given = args.map((arg) => arg.replace('{folder}', folder))
  const child = spawn(process.execPath, [program, ...given], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, MEMORY_FILE_PATH: join(folder, 'memory'), ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LIMIT,
  })
  const waiting = new Map<number, (answer: { result?: unknown }) => void>()
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
    child.once('error', reject)
  })
  // Awaited below, while a request waits.
  ended.catch(() => {})
  child.stdin.on('error', () => {})
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith('{')) return
    const message = JSON.parse(line) as { id?: number; result?: unknown }
    waiting.get(message.id!)?.(message)
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const number = waiting.size + 1
    const answer = new Promise<{ result?: unknown }>((resolve) => waiting.set(number, resolve))
    send({ id: number, method, params })
    const { result = {} } = await Promise.race([answer, ended])
    return result as Record<string, unknown>
  }
  try {
    const clientInfo = { name: 'test', version: '1' }
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    send({ method: 'notifications/initialized' })
    const lists: Record<string, unknown[]> = {}
    for (const [list, method] of Object.entries(LISTS)) {
      const items: unknown[] = []
      let cursor: unknown
      do {
        const page = await request(`${method}/list`, cursor ? { cursor } : {})
        items.push(...((page[list] as unknown[] | undefined) ?? []))
        cursor = page.nextCursor
      } while (cursor)
      if (items.length > 0) lists[list] = items.map((item) => withoutExtras(item))
    }
    if (!lists.tools) throw new Error('it lists no tools')
    return JSON.parse(JSON.stringify(lists).replaceAll(folder, '/folder'))
  } finally {
    child.kill('SIGKILL')
  }
}

/** Words are left out, since they belong to their authors; icons, examples and `_meta` are not part of types. */
function withoutExtras(value: unknown, isMembers = false): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutExtras(item))
  const kept = Object.entries(value).filter(([key, member]) => {
    if (isMembers) return true
    const isText = /^(title|description|\$comment|markdownDescription)$/.test(key) && typeof member === 'string'
    return !isText && !/^(icons|_meta|examples)$/.test(key)
  })
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutExtras(member, key === 'properties')]))
}
