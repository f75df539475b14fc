/** Starts the playground as `npm start` does, on a free port. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../../support/paths.ts'
import { startProcess } from '../../support/processes.ts'

export interface Playground {
  url: string
  /** The MCP endpoint of its mock server. */
  mockUrl: string
  /** Sends SIGTERM and waits for the exit. */
  terminate(): Promise<void>
  /** Kills the process. */
  stop(): Promise<void>
}

export async function startPlayground(...options: string[]): Promise<Playground> {
  const { child, stop } = startProcess(process.execPath, ['--import', 'tsx', 'playground/start.ts', ...options], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout!)) {
    const [, url, mockUrl] = /^Playground: (\S+) +\(mock MCP server: (\S+)\)$/.exec(line) ?? []
    if (url && mockUrl) return { url, mockUrl, terminate, stop }
  }
  await stop()
  throw new Error('The playground ended before it said where it is')

  async function terminate(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
