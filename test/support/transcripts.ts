/** Transcripts of terminals in the documentation: what was typed, and what the command printed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { atExit } from '../../playground/server/at-exit.ts'
import { authorizationServer } from '../../src/testing/index.ts'
import { startWithoutCors } from '../browser/relay/servers.ts'
import { program, userNode } from './command.ts'
import { freePort } from './free-port.ts'

/** A ```console block, as entries: `$ command`, or `^C` for the program that was started last and still runs. */
export interface Entry {
  typed: string
  printed: string
}

export function parseTranscript(text: string): Entry[] {
  const entries: Entry[] = []
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('$ ') || line === '^C') entries.push({ typed: line.replace(/^\$ /, ''), printed: '' })
    else if (entries.length > 0) entries.at(-1)!.printed += `${line}\n`
  }
  return entries
}

export function findTranscripts(page: string): string[] {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(([, text]) => text!)
}

/** The server on port 3001 that the page takes for granted: without CORS headers, and with a sign-in. */
export async function startPageServers(): Promise<{ ports: Record<string, string>; close(): void }> {
  const locked = await startWithoutCors({ auth: authorizationServer() })
  return { ports: { 3001: new URL(locked.url).port }, close: () => locked.close() }
}

export interface Terminal {
  /** Resolves with what is printed: all of it, or of a program that goes on, what it prints until it waits. */
  run(typed: string): Promise<string>
  close(): Promise<void>
}

/** Ports of the page are others here; keys and the like are left out. */
const HIDDEN: readonly [RegExp, string][] = [
  [/(?<=key=|key%3D)[\w-]{32}/g, '…'],
  [/(?<=authorize)\?\S+/g, '?…'],
  [/[\da-f]{32}(?=\.json)/g, '…'],
]

/** `hosts` are the ports of servers that the page takes for granted. */
export async function openTerminal(folder: string, hosts: Readonly<Record<string, string>>): Promise<Terminal> {
  const ports = new Map(Object.entries(hosts))
  const running: { stop(): Promise<string> }[] = []
  const browser = join(folder, '.browser')
  await mkdir(folder, { recursive: true })
  // It follows redirects as a browser does, unless the page is that of the command itself.
  await writeFile(browser, `#!${userNode}\nif (process.argv[2].includes('authorize')) await fetch(process.argv[2])\n`)
  await chmod(browser, 0o755)

  return {
    async run(typed) {
      if (typed === '^C') return toPage(await running.pop()!.stop())
      let line = typed.replace(/^npx mcp-over-fetch/, `'${userNode}' '${program}'`)
      for (const port of typed.match(/(?<=--port |localhost:)\d{4}/g) ?? []) {
        if (!ports.has(port)) ports.set(port, String(await freePort()))
        line = line.replaceAll(port, ports.get(port)!)
      }
      return toPage(await start(line))
    },
    async close() {
      for (const { stop } of running) await stop()
    },
  }

  function toPage(text: string): string {
    let shown = text.replaceAll(folder, '~')
    for (const [port, real] of ports)
      shown = shown.replaceAll(`:${real}`, `:${port}`).replaceAll(`%3A${real}`, `%3A${port}`)
    for (const [pattern, mark] of HIDDEN) shown = shown.replaceAll(pattern, mark)
    return shown
  }

  async function start(line: string): Promise<string> {
    const child = spawn('sh', ['-c', `exec ${line} 2>&1`], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), BROWSER: browser },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const forget = atExit(() => child.kill('SIGKILL'))
    let text = ''
    const ended = once(child, 'close').then(forget)
    const waits = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk
        if (/Ctrl-C (ends|ends and saves)[\s\S]*\n$/.test(text)) resolve()
      })
    })
    const isOver = await Promise.race([ended.then(() => true), waits.then(() => false)])
    const before = text
    if (!isOver)
      running.push({
        async stop() {
          child.kill('SIGINT')
          await ended
          return text.slice(before.length)
        },
      })
    return before
  }
}
