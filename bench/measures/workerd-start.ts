/** The time that importing a client adds between starting workerd and its first response. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { imports, type ProgramName } from '../compared-clients.ts'
import { cacheDir } from '../paths.ts'
import { interleave, type Measure } from './measure.ts'
import { type StartUpCost, startUpSeries } from './start-up.ts'

export const workerdStartMeasure: Measure = {
  name: 'workerd',
  section: 'Start',
  async run({ plan, names }) {
    const started: ProgramName[] = ['empty', ...names]
    for (const name of started) writeFileSync(configPath(name), config(name))
    for (const name of started) await startWorkerd(name)
    const samples = await interleave(started, plan.startUp.rounds, startWorkerd)
    return startUpSeries('workerd, spawn to response', 'difference', samples, { atMost: 4 })
  },
}

async function startWorkerd(name: ProgramName): Promise<StartUpCost> {
  const start = performance.now()
  // workerd reports its port on file descriptor 3 as soon as it listens.
  const child = spawn(workerdPath(), ['serve', '--control-fd=3', configPath(name)], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  try {
    const body = await firstResponse(await listeningPort(child))
    const sample = { wall: performance.now() - start, cpu: cpuMilliseconds(child.pid) }
    const expected = name === 'empty' || name === 'parser' ? '' : imports[name].names.map(() => 'function').join()
    if (body !== expected) throw new Error(`Expected worker-${name} to answer ${expected}, got ${body}`)
    return sample
  } finally {
    if (child.kill('SIGKILL')) await once(child, 'exit')
  }
}

async function listeningPort(child: ChildProcess): Promise<number> {
  const control = child.stdio[3] as Readable
  let output = ''
  for await (const piece of control) {
    output += piece
    const port = /"port":(\d+)/.exec(output)?.[1]
    if (port) return Number(port)
  }
  throw new Error('workerd ended before it listened')
}

async function firstResponse(port: number): Promise<string> {
  const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response')
  return text(response)
}

/** Read from /proc, so only on Linux; per thread, in nanoseconds. */
function cpuMilliseconds(pid: number | undefined): number {
  try {
    const tasks = `/proc/${pid}/task`
    const threads = readdirSync(tasks).map((thread) => readFileSync(join(tasks, thread, 'schedstat'), 'utf8'))
    return threads.reduce((sum, stat) => sum + Number.parseInt(stat, 10), 0) / 1e6
  } catch {
    return Number.NaN
  }
}

/** With this compatibility date the globals of Node are off by default; `agents` does not start without them. */
function config(name: ProgramName): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = (
    modules = [ (name = "worker", esModule = embed "worker-${name}.mjs") ],
    compatibilityDate = "2026-08-01",${name === 'agents' ? ' compatibilityFlags = ["nodejs_compat"],' : ''}
  )) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ],
);
`
}

function configPath(name: ProgramName): string {
  return join(cacheDir, `worker-${name}.capnp`)
}

/** The path that the package exports; without install scripts npm links a different file. */
function workerdPath(): string {
  return createRequire(import.meta.url)('workerd').default
}
