/** Starts the reference server of the MCP project on a free port. */
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

/** Installs the server unless it is installed. */
export async function installEverything(): Promise<void> {
  if (!existsSync(program)) await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peers })
}

export async function startEverything(transport: 'streamableHttp' | 'sse'): Promise<Everything> {
  const port = await freePort()
  const { child, stop } = startProcess(process.execPath, [program, transport], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output: string[] = []
  const lines = createInterface(child.stderr!)
  for await (const line of lines) {
    output.push(line)
    if (!line.includes(`port ${port}`)) continue
    // A full pipe would block the server, so it is read on.
    child.stderr?.resume()
    return { url: `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`, stop }
  }
  await stop()
  throw new Error(`The server ended before it listened:\n${output.join('\n')}`)
}

/** The server cannot report the port of `0`, so it gets one that is free now. */
async function freePort(): Promise<number> {
  const holder = createServer().listen(0)
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  await once(holder.close(), 'close')
  return port
}
