/** Child processes that never outlive this process. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { atExit } from '../../playground/server/at-exit.ts'

export interface Started {
  child: ChildProcess
  /** Ends it and its children, and waits for its exit. */
  stop(): Promise<void>
}

export function startProcess(command: string, args: readonly string[], options: SpawnOptions = {}): Started {
  // A process group of its own, so that its children can be ended with it.
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32', windowsHide: true })
  const forget = atExit(() => killGroup(child))
  const gone = once(child, 'close')
    .catch(() => undefined)
    .finally(forget)
  return {
    child,
    async stop() {
      killGroup(child)
      await gone
    },
  }
}

export interface RunOptions extends SpawnOptions {
  /** Ends it after this many milliseconds, as a failure. @default 600_000 */
  limit?: number
}

/** Runs a program; resolves with its standard output, and rejects with all its output unless it exits with 0. */
export async function runProcess(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { limit = 600_000, ...rest } = options
  const { child, stop } = startProcess(command, args, { ...rest, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let all = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
    all += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    all += chunk
  })
  const timer = setTimeout(stop, limit)
  const [code] = (await once(child, 'close').finally(() => clearTimeout(timer))) as [number | null]
  if (code === 0) return output
  const how = code === null ? `was ended after at most ${limit / 1000} s` : `ended with ${code}`
  throw new Error(`${command} ${args.join(' ')} ${how}\n${all.trim()}`)
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', `${child.pid}`, '/t', '/f'])
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
