/** 100 calls back to back to a server that ends each stream 50 ms late, in every runtime: time, connections, streams cut. */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { columns } from '../../test/runtimes/columns.ts'
import type { Runtime } from '../../test/runtimes/runtime.ts'
import { root } from '../../test/support/paths.ts'
import type { ProgramName } from '../compared-clients.ts'
import type { LateSample } from '../late-streams/counts.ts'
import { startLateServer } from '../late-streams/server.ts'
import { cacheDir } from '../paths.ts'
import type { Plan } from '../plan.ts'
import { program, worker } from '../prepare.ts'
import type { Counts } from '../series.ts'
import { spread } from '../statistics.ts'
import { showStatus } from '../status.ts'
import type { Measure } from './measure.ts'

const pages = ['chromium', 'firefox', 'webkit']

export const lateStreamsMeasure: Measure = {
  name: 'late-streams',
  section: 'Streams that end 50 ms late, calls back to back',
  async run({ names, plan: { late } }) {
    await program('suite.js', "export { createSuite } from './late-streams/suite.ts'", worker)
    for (const file of ['process.mjs', 'worker.mjs', 'page.mjs']) {
      await copyFile(join(root, 'test/runtimes/start', file), join(cacheDir, file))
    }
    const compared = names.filter((name) => ['bare', 'ours', 'official'].includes(name))
    const runtimes = columns.filter(({ name }) => late.runtimes === 'all' || ['node', 'chromium'].includes(name))
    const rows: Counts[] = []
    for (const runtime of runtimes) rows.push(await measureRuntime(runtime, compared, late))
    return rows
  },
}

async function measureRuntime(
  runtime: Runtime,
  names: readonly ProgramName[],
  { rounds, calls }: Plan['late'],
): Promise<Counts> {
  showStatus(runtime.name)
  // The bare loop waits for each end, so that one round tells everything.
  const repeated = Array.from({ length: rounds - 1 }, () => names.filter((name) => name !== 'bare')).flat()
  const title = `${runtime.name}, ${calls} calls`
  const unit = runtime.name === 'webkit' ? 'ms per call' : 'ms per call · connections · cut'
  const server = await startLateServer(calls)
  try {
    const filter = [...names, ...repeated].join(',')
    const results = await runtime.run({ url: server.url, controlUrl: server.url, bundle: cacheDir, filter })
    // Other results are those of the page itself: classic zod, which the official client brings, tries to use `eval`.
    const measured = results.filter(({ notes }) => notes)
    const missing = names.find((name) => !measured.some((result) => result.name === name))
    if (missing) throw new Error(results.find(({ ok }) => !ok)?.error ?? `no result of ${missing}`)
    const samplesOf = (name: ProgramName) =>
      measured.filter((result) => result.name === name).map(({ notes }) => notes as unknown as LateSample)
    const medians = new Map(names.map((name) => [name, medianOf(samplesOf(name))]))
    const cells = new Map([...medians].map(([name, sample]) => [name, cell(runtime, sample)]))
    const ours = medians.get('ours')
    return { title, unit, cells, ...(ours && { goal: goalOf(runtime, ours) }) }
  } catch (error) {
    // A runtime that is not installed here must not end the run.
    const reason = (error as Error).message.split('\n')[0]!
    return { title, unit, cells: new Map([['ours', `not measured: ${reason}`]]) }
  } finally {
    server.stop()
  }
}

function medianOf(samples: readonly LateSample[]): LateSample {
  const median = (key: keyof LateSample) => spread(samples.map((sample) => Number(sample[key]))).median
  return { msPerCall: median('msPerCall'), connections: median('connections'), cut: median('cut') }
}

function cell({ name }: Runtime, { msPerCall, connections, cut }: LateSample): string {
  // WebKitGTK opens a connection per POST whatever a page does.
  return name === 'webkit' ? msPerCall.toFixed(1) : `${msPerCall.toFixed(1)} · ${connections} · ${cut}`
}

function goalOf({ name }: Runtime, { msPerCall, connections, cut }: LateSample): Counts['goal'] {
  const [ms, most] = pages.includes(name) ? [12, 10] : [1.5, 55]
  if (name === 'webkit') return { wanted: `at most ${ms} ms`, reached: msPerCall <= ms }
  const wanted = `at most ${ms} ms and ${most} connections, 0 cut`
  return { wanted, reached: msPerCall <= ms && connections <= most && cut === 0 }
}
