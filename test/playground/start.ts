/** Starts the playground as `npm start` does, on a port that is free. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '../runtimes/paths.ts'
import { startProcess } from '../runtimes/processes.ts'

export interface Playground {
  /** Where the page is. */
  url: string
  /** The MCP endpoint of its mock server. */
  mockUrl: string
  /** Asks it to end, and waits until it has. */
  end(): Promise<void>
  /** Ends it by force. */
  stop(): Promise<void>
}

export async function startPlayground(): Promise<Playground> {
  const { child, stop } = startProcess(process.execPath, ['--import', 'tsx', 'playground/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout!)) {
    const [, url, mockUrl] = /^Playground: (\S+) +\(mock MCP server: (\S+)\)$/.exec(line) ?? []
    if (url && mockUrl) return { url, mockUrl, end, stop }
  }
  await stop()
  throw new Error('The playground ended before it said where it is')

  async function end(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}
