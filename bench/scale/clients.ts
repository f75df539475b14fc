/** Clients of this process against one server: each connects and makes ten calls. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Client, connect } from '../../src/core/index.ts'

export interface Counts {
  connections: number
  open: number
  counts: Record<string, number>
}

export interface LoadServer {
  url: string
  counts(): Promise<Counts>
  stop(): void
}

const CALLS = 10
/** Clients that connect at the same time. */
const AT_ONCE = 50

export async function measureClients(count: number, version: string) {
  const server = await startServer(version)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const clients: Client[] = []
  await inBatches(count, async () => {
    // As pages, which share nothing.
    clients.push(await connect(server.url, { eraCache: new Map(), cache: false, keepAlive: false }))
    await clients.at(-1)!.listTools()
  })
  const cold = await server.counts()
  globalThis.gc?.()
  const kilobytes = ((process.memoryUsage().heapUsed - before) / count / 1_000).toFixed(1)
  await inBatches(count, async (n) => {
    for (let call = 0; call < CALLS; call++) await clients[n]!.callTool('echo', {})
  })
  const warm = await server.counts()
  await inBatches(count, (n) => clients[n]!.close())
  server.stop()
  return {
    cold: perClient(cold, count),
    probes: cold.counts['server/discover'] ?? 0,
    warm: perClient(warm, count * CALLS),
    connections: cold.connections + warm.connections,
    kilobytes,
  }
}

function perClient({ counts }: Counts, count: number): string {
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  return (total / count).toFixed(2)
}

async function inBatches(count: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, n) => run(start + n)))
  }
}

export async function startServer(version: string): Promise<LoadServer> {
  const program = fileURLToPath(new URL('server.ts', import.meta.url))
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', program, version], { stdio: [...stdio] })
  const port = await new Promise<string>((resolve) => {
    child.stdout!.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  const origin = `http://127.0.0.1:${port}`
  return {
    url: `${origin}/mcp`,
    counts: async () => (await (await fetch(`${origin}/counts`)).json()) as Counts,
    stop: () => void child.kill(),
  }
}
