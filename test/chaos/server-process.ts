/** One server of other people's packages on a port of its own, which can be killed and started again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect } from '../../src/core/index.ts'
import { accepts } from '../interop/running-server.ts'
import { freePort } from '../support/free-port.ts'
import { type Started, startProcess } from '../support/processes.ts'
import type { Program, ServerMode } from './server-modes.ts'
import { startWorker } from './worker-process.ts'

export interface ServerProcess {
  port: number
  /** Ends it without a word, and with it all its connections. */
  kill(): Promise<void>
  /** Resolves when it answers again. */
  start(): Promise<void>
}

/** Milliseconds until it must accept connections. */
const PATIENCE = 30_000

const folder = fileURLToPath(new URL('servers/', import.meta.url))

/** `control` is where its tools report. */
export async function startServer({ program, path }: ServerMode, control: string): Promise<ServerProcess> {
  const port = await freePort()
  let stop: () => Promise<void>
  const start = async () => {
    stop =
      program.worker === undefined
        ? await startNode(program, port, control)
        : await startWorker(program, folder + program.worker, port, control)
    await useOnce(`http://127.0.0.1:${port}${path}`)
  }
  await start()
  return { port, kill: () => stop(), start }
}

/** The first request takes much longer than the next ones, and the limits of calls are short. */
async function useOnce(url: string): Promise<void> {
  const client = await connect(url)
  await client.listTools()
  await client.close()
}

async function startNode(program: Program, port: number, control: string): Promise<() => Promise<void>> {
  const insert = (text: string) =>
    text.replaceAll('{port}', `${port}`).replaceAll('{control}', control).replaceAll('{servers}', folder)
  const args = program.args.map(insert)
  const env = Object.fromEntries(Object.entries(program.env ?? {}).map(([name, value]) => [name, insert(value)]))
  const started = startProcess(process.execPath, ['--import', `${folder}preload.mjs`, ...args], {
    cwd: program.peer,
    // Nothing of this process's own settings may reach the server.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CHAOS_CONTROL: control, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilItAccepts(started, port, args.join(' '))
  return started.stop
}

async function waitUntilItAccepts({ child, stop }: Started, port: number, what: string): Promise<void> {
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const deadline = Date.now() + PATIENCE
  while (!(await accepts(port))) {
    if (child.exitCode === null && Date.now() < deadline) await sleep(20)
    else {
      await stop()
      throw new Error(`${what} does not accept connections on port ${port}:\n${output}`)
    }
  }
}
