/** Runs a command on a terminal of its own, by util-linux's `script`, and answers what it asks. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

interface TerminalOptions {
  env?: Record<string, string>
  /** What is typed when the output since the last answer matches. */
  answers?: readonly (readonly [question: RegExp, answer: string])[]
}

export async function runOnTerminal(
  command: string,
  { env = {}, answers = [] }: TerminalOptions = {},
): Promise<{ text: string; code: number | null }> {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const left = [...answers]
  let text = ''
  let since = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk
    since += chunk
    const [next] = left
    if (!next?.[0].test(since)) return
    left.shift()
    since = ''
    child.stdin.write(`${next[1]}\n`)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { text, code }
}
