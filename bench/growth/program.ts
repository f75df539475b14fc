/** Measures one point of a curve in its own process, and prints CPU time and memory per unit. */
import { readFileSync, writeFileSync } from 'node:fs'
import { usedBytes } from '../clients/memory-jobs.ts'
import type { GrowthClient, OpenGrowthClient } from './clients.ts'
import type { CurveName, Point } from './curves.ts'
import { createMemoryServer, type MemoryServer } from './memory-server.ts'

/** Each point takes at least this long, so that few units are measured many times. */
const leastMilliseconds = 60
const warmUpMilliseconds = 250

export async function runPoint(open: OpenGrowthClient): Promise<void> {
  const [curve, count] = [process.argv[2] as CurveName, Number(process.argv[3])]
  const point = await points[curve](open, count)
  console.log(JSON.stringify({ microseconds: point.microseconds / count, bytes: point.bytes / count }))
  process.exit()
}

/** Of all units together. */
const points: Record<CurveName, (open: OpenGrowthClient, count: number) => Promise<Point>> = {
  async calls(open, count) {
    const server = createMemoryServer(1)
    const client = await open(server.fetch)
    const microseconds = await timeRepeated(async (small) => {
      const settled = await hold(server, client, small ? 64 : count)
      await settled()
    })
    const before = await usedBytes()
    const settled = await hold(server, client, count)
    const bytes = (await usedBytes()) - before
    await settled()
    return { microseconds, bytes }
  },
  async tools(open, count) {
    const warm = await open(createMemoryServer(100).fetch)
    const server = createMemoryServer(count)
    const before = await usedBytes()
    const client = await open(server.fetch)
    const bytes = (await usedBytes()) - before
    const microseconds = await timeRepeated(async (small) => {
      expect(await (small ? warm : client).list(), small ? 100 : count)
    })
    return { microseconds, bytes }
  },
  async clients(open, count) {
    const server = createMemoryServer(10)
    const openAll = (number: number) => Promise.all(Array.from({ length: number }, () => open(server.fetch)))
    const microseconds = await timeRepeated(async (small) => void (await openAll(small ? 10 : count)))
    const before = await usedBytes()
    const clients = await openAll(count)
    const bytes = (await usedBytes()) - before
    expect(clients.length, count)
    return { microseconds, bytes }
  },
  json: (open, count) => messages(open, 'big-json', count),
  sse: (open, count) => messages(open, 'big-sse', count),
  async progress(open, count) {
    const client = await open(createMemoryServer(1).fetch)
    return withPeak(async (small) => {
      const number = small ? 1000 : count
      expect(await client.progress(number), number)
    })
  },
}

async function messages(open: OpenGrowthClient, tool: string, kilobytes: number): Promise<Point> {
  const client = await open(createMemoryServer(1).fetch)
  return withPeak(async (small) => {
    const bytes = small ? 10_000 : kilobytes * 1000
    expect(await client.call(tool, bytes), bytes)
  })
}

/** Starts the calls, and resolves when all of them wait; the returned function answers them. */
async function hold(server: MemoryServer, client: GrowthClient, count: number): Promise<() => Promise<unknown>> {
  const calls = Promise.all(Array.from({ length: count }, () => client.call('hold', 0)))
  while (server.held() < count) await new Promise((resolve) => setImmediate(resolve))
  return () => {
    server.release()
    return calls
  }
}

async function withPeak(run: (small: boolean) => Promise<void>): Promise<Point> {
  const microseconds = await timeRepeated(run)
  await usedBytes()
  resetPeak()
  const before = status('VmRSS')
  await run(false)
  return { microseconds, bytes: Math.max(0, status('VmHWM') - before) }
}

/** The CPU time of one run, in microseconds, after the engine has optimized small runs. */
async function timeRepeated(run: (small: boolean) => Promise<void>): Promise<number> {
  for (const start = performance.now(); performance.now() - start < warmUpMilliseconds; ) await run(true)
  let runs = 0
  const cpu = process.cpuUsage()
  const start = performance.now()
  while (performance.now() - start < leastMilliseconds) {
    await run(false)
    runs++
  }
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / runs
}

/** In bytes; only on Linux. */
function status(key: string): number {
  try {
    return Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

function resetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Then the peak is that of the whole process.
  }
}

function expect(actual: number, expected: number): void {
  if (actual !== expected) throw new Error(`Expected ${expected}, got ${actual}`)
}
