/** The processes of the bench: one server, and one process per client, so that costs are not mixed. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProgramName } from './compared-clients.ts'
import { cacheDir } from './paths.ts'
import type { Job, Sample } from './workload.ts'

/** The installed Node, not the one that `npm run` may put first in the PATH. */
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
  const port = await nextMessage<number>(child)
  return { origin: `http://127.0.0.1:${port}`, stop: () => stop(child) }
}

function startClient(name: ProgramName, { origin }: Server): ClientProcess {
  const child = start(`client-${name}.mjs`, [origin])
  return {
    async sample(job) {
      child.send(job)
      const answer = await nextMessage<Sample | { error: string }>(child)
      if ('error' in answer) throw new Error(`${name} failed at ${JSON.stringify(job)}: ${answer.error}`)
      return answer
    },
    stop: () => stop(child),
  }
}

/** Starts the process of each client when it is first used. */
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
  // Warnings of a client would break the table.
  return fork(join(cacheDir, program), args, { execPath: nodePath, execArgv: ['--no-warnings', '--expose-gc'] })
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
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
