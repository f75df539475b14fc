/** Opens a page in the user's browser. The address is one argument, never a part of a shell command. */
import { spawn } from 'node:child_process'

type Env = Readonly<Record<string, string | undefined>>

/** Resolves with whether a program was started. */
export function openBrowser(url: string, env: Env): Promise<boolean> {
  const [program, ...args] = commandOf(env)
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function commandOf(env: Env): [string, ...string[]] {
  if (env.BROWSER) return [env.BROWSER]
  if (process.platform === 'darwin') return ['open']
  // Not `start`, which is a command of the shell.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
