/** The inside of a client process: does the jobs it is sent with one contestant and answers what they cost. */
import { readFileSync } from 'node:fs'
import { type Answers, bigLength, type Job, progressCount, type Sample } from '../load.ts'
import type { Contestant, Open } from './contestant.ts'

export function serveJobs(open: Open): void {
  const opened = new Map<string, Promise<Contestant>>()
  const origin = process.argv[2]

  process.on('message', (job: Job) => {
    run(job).then(
      (sample) => process.send?.(sample),
      (error) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())

  async function run(job: Job): Promise<Sample> {
    const contestant = await connection(job.kind === 'progress' ? 'sse' : job.answers)
    const cpu = process.cpuUsage()
    const start = performance.now()
    const calls = await work(contestant, job)
    const milliseconds = performance.now() - start
    const { user, system } = process.cpuUsage(cpu)
    return { calls, milliseconds, cpuMilliseconds: (user + system) / 1000, peakBytes: peakBytes() }
  }

  function connection(answers: Answers): Promise<Contestant> {
    const contestant = opened.get(answers) ?? open(`${origin}/${answers}`)
    opened.set(answers, contestant)
    return contestant
  }
}

async function work(contestant: Contestant, job: Job): Promise<number> {
  if (job.kind === 'calls') return callUntil(contestant, job.inFlight, performance.now() + job.milliseconds)
  if (job.kind === 'big') {
    for (let call = 0; call < job.calls; call++) expect((await contestant.call('big', {})).length, bigLength)
    return job.calls
  }
  expect(await contestant.progress(), progressCount)
  return 1
}

/** Keeps so many calls in flight until the time has come, and counts them. */
async function callUntil(contestant: Contestant, inFlight: number, end: number): Promise<number> {
  let calls = 0
  const callInTurn = async () => {
    while (performance.now() < end) {
      const text = `call ${calls++}`
      expect(await contestant.call('echo', { text }), text)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, callInTurn))
  return calls
}

function expect(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`Expected ${expected}, got ${actual}`)
}

function peakBytes(): number {
  try {
    // The kernel's maximum of resourceUsage() also counts the parent's image from before exec; this one does not.
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
