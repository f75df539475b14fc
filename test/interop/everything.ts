/** Starts the reference server of the MCP project, which others wrote, on a port that is free. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runProcess, startProcess } from '../runtimes/processes.ts'

export interface Everything {
  /** Its MCP endpoint. */
  url: string
  stop(): Promise<void>
}

const peers = fileURLToPath(new URL('peers', import.meta.url))
const program = join(peers, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')

/** Installs the server unless it is there. */
export async function installEverything(): Promise<void> {
  if (!existsSync(program)) await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers })
}

export async function startEverything(transport: 'streamableHttp' | 'sse'): Promise<Everything> {
  const port = await freePort()
  const { child, stop } = startProcess(process.execPath, [program, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  const lines = createInterface(child.stderr!)
  for await (const line of lines) {
    said.push(line)
    if (!line.includes(`port ${port}`)) continue
    // A pipe that nobody reads would stop the server once it is full.
    child.stderr?.resume()
    return { url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`, stop }
  }
  await stop()
  throw new Error(`The server ended before it listened:\n${said.join('\n')}`)
}

/** The server cannot say which port it got, so it has to be told one. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0)
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await once(holder.close(), 'close')
  return port
}
