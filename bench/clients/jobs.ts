/** The main loop of a client process: runs the jobs it is sent and replies with their cost. */
import { readFileSync } from 'node:fs'
import { bigLength, type Job, progressCount, type Sample } from '../workload.ts'
import type { BenchClient, Open } from './bench-client.ts'
import { idleClientBytes, openCallBytes } from './memory-jobs.ts'

export function serveJobs(open: Open): void {
  const opened = new Map<string, Promise<BenchClient>>()
  const origin = process.argv[2]!

  process.on('message', (job: Job) => {
    run(job).then(
      (sample) => process.send?.(sample),
      (error) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())

  async function run(job: Job): Promise<Sample> {
    const client = await getClient(job.path)
    const cpu = process.cpuUsage()
    const start = performance.now()
    const work = await runJob(client, job)
    const milliseconds = performance.now() - start
    const { user, system } = process.cpuUsage(cpu)
    return { ...work, milliseconds, cpuMilliseconds: (user + system) / 1000, peakBytes: peakBytes() }
  }

  function getClient(path: string): Promise<BenchClient> {
    const client = opened.get(path) ?? open(origin + path)
    opened.set(path, client)
    return client
  }

  async function runJob(client: BenchClient, job: Job): Promise<{ calls: number; bytesPerUnit?: number }> {
    if (job.kind === 'calls') {
      return { calls: await callUntil(client, job.inFlight, performance.now() + job.milliseconds) }
    }
    if (job.kind === 'idle-clients') {
      return { calls: job.count, bytesPerUnit: await idleClientBytes(() => open(origin + job.path), job.count) }
    }
    if (job.kind === 'open-calls') {
      return { calls: job.count, bytesPerUnit: await openCallBytes(client, origin, job.count) }
    }
    if (job.kind === 'big') {
      for (let call = 0; call < job.calls; call++) expect((await client.call('big', {})).length, bigLength)
      return { calls: job.calls }
    }
    expect((await client.progress()) ?? progressCount, progressCount)
    return { calls: 1 }
  }
}

/** Keeps this many calls in flight until `end`, and counts them. */
async function callUntil(client: BenchClient, inFlight: number, end: number): Promise<number> {
  let calls = 0
  const callRepeatedly = async () => {
    while (performance.now() < end) {
      const text = `call ${calls++}`
      expect(await client.call('echo', { text }), text)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, callRepeatedly))
  return calls
}

function expect(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${expected}, got ${actual}`)
}

function peakBytes(): number {
  try {
    // Not resourceUsage().maxRSS, which on Linux includes the memory of the parent before exec.
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
