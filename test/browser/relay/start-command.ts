/** Starts the command `mcp-over-fetch relay` and reads what it prints. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atExit } from '../../../playground/server/at-exit.ts'

export interface StartedRelay {
  /** For `relayed()`. */
  address: string
  /** For a browser. */
  link: string
  output(): string
  errors(): string
  /** Sends the signal; the exit code of the command. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}

/** Resolves when it has printed its address. */
export async function startCommand(
  node: string,
  program: string,
  url: string,
  ...args: string[]
): Promise<StartedRelay> {
  const child = spawn(node, [program, 'relay', url, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const forget = atExit(() => child.kill('SIGKILL'))
  const ended = once(child, 'close').finally(forget)
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('Ctrl-C')) resolve()
    })
    ended.then(() => reject(new Error(`the command ended: ${output}${errors}`)), reject)
  })
  const find = (name: string) => new RegExp(`${name} +(\\S+)`).exec(output)?.[1] ?? ''
  return {
    address: find('Address'),
    link: find('Playground'),
    output: () => output,
    errors: () => errors,
    async stop(signal) {
      child.kill(signal)
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}
