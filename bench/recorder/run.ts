/**
 * What the flight recorder costs a call: `npx tsx bench/recorder/run.ts`. Processor time of this process, in blocks of calls
 * with and without it that alternate, so that a busy machine slows both down. The server runs in another process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Client, connect } from '../../src/core/index.ts'
import { recorder } from '../../src/recorder/index.ts'

const ROUNDS = 180
const CALLS = 25

for (const bytes of [20, 2_000, 50_000]) {
  const { port, child } = await startServer(bytes)
  const url = `http://127.0.0.1:${port}/mcp`
  const plainFetch = (input: string, init: RequestInit) => fetch(input, init)
  const plain = await connect(url, { fetch: plainFetch as never })
  const control = await connect(url, { fetch: ((input: string, init: RequestInit) => fetch(input, init)) as never })
  const recorded = await connect(url, { fetch: recorder({ fetch: plainFetch as never }).fetch })
  const clients = [plain, control, recorded]
  const rounds: number[][] = []
  for (let round = -20; round < ROUNDS; round++) {
    // Each is first in a third of the rounds: a drift of the machine favors none.
    const times: number[] = []
    for (let n = 0; n < 3; n++) {
      const which = (n + round + 30) % 3
      times[which] = await timeOf(clients[which]!)
    }
    if (round >= 0) rounds.push(times)
  }
  // Neighbors had the same machine; the median leaves out those that something else disturbed.
  const percent = (which: number) => (100 * (median(rounds.map((times) => times[which]! / times[0]!)) - 1)).toFixed(1)
  const microseconds = (median(rounds.map(([time]) => time!)) / CALLS).toFixed(0)
  console.log(
    `answers of ${bytes} bytes: ${microseconds} µs per call; recorded ${percent(2)} %, and ${percent(1)} % for the same again`,
  )
  await Promise.all([plain.close(), control.close(), recorded.close()])
  child.kill()
}

async function timeOf(client: Client): Promise<number> {
  const start = process.cpuUsage()
  for (let call = 0; call < CALLS; call++) await client.callTool('echo', { text: 'x' })
  const { user, system } = process.cpuUsage(start)
  return user + system
}

function startServer(bytes: number): Promise<{ port: string; child: ChildProcess }> {
  const program = fileURLToPath(new URL('server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, `${bytes}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) =>
    child.stdout!.once('data', (data: Buffer) => resolve({ port: data.toString().trim(), child })),
  )
}

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[values.length >> 1]!
}
