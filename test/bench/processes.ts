/** The processes of the bench: one server, and one process per contestant, so that each pays for its own work only. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProgramName } from './contestants.ts'
import type { Job, Sample } from './load.ts'
import { cacheDir } from './paths.ts'

/** The machine's own Node: `npm run` puts another one in front, which users do not have. */
export const nodePath: string = process.env.npm_node_execpath ?? process.execPath

export interface Server {
  origin: string
  stop(): Promise<void>
}

export interface ClientProcess {
  sample(job: Job): Promise<Sample>
  stop(): Promise<void>
}

export async function startServer(): Promise<Server> {
  const child = start('server.mjs', [])
  const port = await reply<number>(child)
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

function startClient(name: ProgramName, { origin }: Server): ClientProcess {
  const child = start(`client-${name}.mjs`, [origin])
  return {
    async sample(job) {
      child.send(job)
      const answer = await reply<Sample | { error: string }>(child)
      if ('error' in answer) throw new Error(`${name} failed at ${JSON.stringify(job)}: ${answer.error}`)
      return answer
    },
    stop: () => stop(child),
  }
}

/** Starts each client once, when it is first asked for. */
export function createClients(server: Server): { client(name: ProgramName): ClientProcess; stop(): Promise<void> } {
  const clients = new Map<ProgramName, ClientProcess>()
  return {
    client(name) {
      const client = clients.get(name) ?? startClient(name, server)
      clients.set(name, client)
      return client
    },
    async stop() {
      for (const client of clients.values()) await client.stop()
    },
  }
}

function start(program: string, args: string[]): ChildProcess {
  // One contestant's leak warnings would tear the table apart.
  return fork(join(cacheDir, program), args, { execPath: nodePath, execArgv: ['--no-warnings'] })
}

function reply<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const exited = (code: number | null) => reject(new Error(`${child.spawnargs.join(' ')} exited with ${code}`))
    child.once('exit', exited)
    child.once('message', (message) => {
      child.off('exit', exited)
      resolve(message as Message)
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (!child.connected) return
  child.disconnect()
  await once(child, 'exit')
}
