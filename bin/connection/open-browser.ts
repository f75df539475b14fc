/** Opens a page in the user's browser. The address is one argument, never a part of a shell command. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Env = Readonly<Record<string, string | undefined>>

interface OpenOptions {
  /** The address holds a secret. Other users of the machine see the arguments of programs, so a file leads there. */
  isSecret?: boolean
}

/** Resolves with whether a program was started. */
export function openBrowser(url: string, env: Env, { isSecret = false }: OpenOptions = {}): Promise<boolean> {
  const [program, ...args] = commandOf(env)
  const address = isSecret ? writeRedirect(url) : url
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

/** A page that only this user can read, until the process ends. */
function writeRedirect(url: string): string {
  // mkdtemp creates a folder that only this user can open.
  const folder = mkdtempSync(join(tmpdir(), 'mcp-over-fetch-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'open.html')
  const target = new URL(url).href.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
  const page = `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${target}"><title>mcp-over-fetch</title><a href="${target}">Open the inspector</a>
`
  writeFileSync(path, page, { mode: 0o600 })
  return pathToFileURL(path).href
}

function commandOf(env: Env): [string, ...string[]] {
  if (env.BROWSER) return [env.BROWSER]
  if (process.platform === 'darwin') return ['open']
  // Not `start`, which is a command of the shell.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}
