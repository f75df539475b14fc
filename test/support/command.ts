/** Runs the command of the package as a user would: a process of its own, with what it prints and its exit code. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atExit } from '../../playground/server/at-exit.ts'
import { root } from './paths.ts'

/** The Node of the users of this machine, where the tools run in a newer one. */
export const userNode: string = process.env.npm_node_execpath ?? process.execPath

/** In a clone it runs the build in `dist`. */
export const program: string = join(root, 'bin/mcp-over-fetch.mjs')

export interface Ended {
  code: number | null
  out: string
  err: string
}

export interface StartedCommand {
  out(): string
  err(): string
  /** Resolves when both outputs together match, and rejects when the command ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  stop(signal?: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

interface CommandOptions {
  env?: Record<string, string>
  /** What is written to its stdin, which is empty otherwise. */
  input?: string
  cwd?: string
}

export function startProgram(
  args: readonly string[],
  { env = {}, input = '', cwd }: CommandOptions = {},
): StartedCommand {
  const child = spawn(userNode, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const forget = atExit(() => child.kill('SIGKILL'))
  let [out, err] = ['', '']
  const watching = new Set<() => void>()
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
    for (const look of watching) look()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk
    for (const look of watching) look()
  })
  // A command that does not read its input may end first.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => {
    forget()
    for (const look of watching) look()
    return { code: code as number | null, out, err }
  })
  return {
    out: () => out,
    err: () => err,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(out + err)
          if (!found && child.exitCode === null) return
          watching.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the command ended without ${pattern}:\n${out}${err}`))
        }
        watching.add(look)
        look()
      }),
    stop(signal = 'SIGINT') {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** Resolves when it has ended by itself. */
export const runProgram = (args: readonly string[], options?: CommandOptions): Promise<Ended> =>
  startProgram(args, options).ended
