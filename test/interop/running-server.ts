/** A server of other people in a process of its own or in Miniflare, which can be restarted on its port. */
import { once } from 'node:events'
import { connect as connectTo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.ts'
import { startProcess } from '../support/processes.ts'
import { startWorker } from './worker.ts'

export interface RunningServer {
  origin: string
  /** Ends the process and starts another one on the same port. Its clock then runs `speed` times as fast, if it can. */
  restart(speed?: number): Promise<void>
  stop(): Promise<void>
}

/** How a server is started; `{port}` in an argument stands for its port. */
export interface Launch {
  /** Its folder. */
  cwd: string
  /** What Node runs, and its arguments. */
  args?: readonly string[]
  env?: Record<string, string>
  /** The program that runs the arguments. @default Node */
  command?: string
  /** The port of a program that has its own cannot be chosen otherwise. */
  forcePort?: boolean
  /** A Worker, which runs in Miniflare instead of Node. */
  worker?: string
  /** The Worker is bundled again when it is restarted, since its file has changed. */
  rebuilds?: boolean
  /** Milliseconds until it must accept connections. @default 30_000 */
  patience?: number
}

const preload = fileURLToPath(new URL('preload.mjs', import.meta.url))

export async function startServer(launch: Launch): Promise<RunningServer> {
  const port = await freePort()
  const start = (speed: number) =>
    launch.worker === undefined
      ? startNode(launch, port, speed)
      : startWorker(launch.cwd, launch.worker, port, launch.rebuilds)
  let stop = await start(1)
  return {
    origin: `http://127.0.0.1:${port}`,
    async restart(speed = 1) {
      await stop()
      stop = await start(speed)
    },
    stop: () => stop(),
  }
}

/** Resolves when it accepts connections, with what ends it. */
async function startNode(launch: Launch, port: number, speed: number): Promise<() => Promise<void>> {
  const { cwd, args = [], env = {}, command, forcePort, patience = 30_000 } = launch
  const insert = (text: string) => text.replaceAll('{port}', String(port))
  const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, insert(value)]))
  const own = { INTEROP_SPEED: String(speed), ...(forcePort && { INTEROP_PORT: String(port) }) }
  const all = [...(command === undefined ? ['--import', preload] : []), ...args.map(insert)]
  const { child, stop } = startProcess(command ?? process.execPath, all, {
    cwd,
    // Nothing of this process's own settings may reach the server.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...own, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const deadline = Date.now() + patience
  while (!(await accepts(port))) {
    if (child.exitCode === null && Date.now() < deadline) await sleep(25)
    else {
      await stop()
      throw new Error(`${all.join(' ')} does not accept connections on port ${port}:\n${output}`)
    }
  }
  return stop
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connectTo(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
