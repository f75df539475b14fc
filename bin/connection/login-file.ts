/** The file with the login to one server, which only the user can read: a store for `oauth()`. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthStore } from 'mcp-over-fetch/oauth'
import { isObject } from '../../src/core/util/is-object.ts'

type Env = Readonly<Record<string, string | undefined>>

interface LoginFile {
  server: string
  values: Record<string, unknown>
}

/** Milliseconds after which a lock is taken for one of a process that died. */
const LOCK_LIMIT = 60_000

export function loginFolder(env: Env): string {
  if (env.MCP_OVER_FETCH_HOME) return env.MCP_OVER_FETCH_HOME
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'mcp-over-fetch')
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'mcp-over-fetch')
}

/** Servers are told apart by origin and path. */
export function loginPath(server: URL, env: Env): string {
  const name = createHash('sha256').update(`${server.origin}${server.pathname}`).digest('hex').slice(0, 32)
  return join(loginFolder(env), `${name}.json`)
}

/** Whether there is an access token. An interrupted sign-in leaves a file without one. */
export async function hasLogin(server: URL, env: Env): Promise<boolean> {
  const { values } = await readLogin(server, env)
  return Object.values(values).some((record) => isObject(record) && typeof record.accessToken === 'string')
}

async function readLogin(server: URL, env: Env): Promise<LoginFile> {
  const text = await readFile(loginPath(server, env), 'utf8').catch(() => undefined)
  const empty = { server: `${server.origin}${server.pathname}`, values: {} }
  if (text === undefined) return empty
  try {
    const file: unknown = JSON.parse(text)
    return isObject(file) && isObject(file.values) ? { ...empty, values: file.values } : empty
  } catch {
    return empty
  }
}

export async function deleteLogin(server: URL, env: Env): Promise<void> {
  await rm(loginPath(server, env), { force: true })
}

export function createLoginStore(server: URL, env: Env): AuthStore {
  const path = loginPath(server, env)
  /** Changes of this process, one after the other. */
  let last: Promise<unknown> = Promise.resolve()

  return {
    async get(key) {
      return (await readLogin(server, env)).values[key]
    },
    set: (key, value, expected) => change(key, expected, (values) => (values[key] = value)),
    delete: (key, expected) => change(key, expected, (values) => delete values[key]),
    lock: (_name, run) => withLock(`${path}.lock`, run),
  }

  function change(
    key: string,
    expected: unknown,
    edit: (values: Record<string, unknown>) => unknown,
  ): Promise<boolean> {
    const changed = last.then(async () => {
      const file = await readLogin(server, env)
      const current = file.values[key] ?? null
      if (expected !== undefined && JSON.stringify(current) !== JSON.stringify(expected)) return false
      edit(file.values)
      await mkdir(loginFolder(env), { recursive: true, mode: 0o700 })
      // Renamed, so that no other process reads half a file.
      const draft = `${path}.${process.pid}.tmp`
      await writeFile(draft, JSON.stringify(file), { mode: 0o600 })
      await chmod(draft, 0o600)
      await rename(draft, path)
      return true
    })
    last = changed.catch(() => {})
    return changed
  }
}

/** A refresh token may be used once only, so two processes must not use it at the same time. */
async function withLock<T>(path: string, run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close()
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') break
      const age = await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => 0,
      )
      if (age > LOCK_LIMIT) await rm(path, { force: true })
      else await sleep(50)
    }
  }
  try {
    return await run()
  } finally {
    await rm(path, { force: true })
  }
}
