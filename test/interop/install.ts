/** Installs the servers of other people, each from its own lock file; Vitest calls it once before the tests. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runProcess } from '../support/processes.ts'
import type { Outcome } from '../support/step.ts'

export const peersFolder = fileURLToPath(new URL('peers', import.meta.url))

/** Two at a time: npm waits for the network and then for the disk. */
const AT_ONCE = 2

export default async function installPeers(): Promise<void> {
  const names = await readdir(peersFolder)
  await install(names.map((name) => join(peersFolder, name)))
}

/** A step of its own in `npm test`, so that it runs beside others while it waits for the network. */
export async function run(): Promise<Outcome> {
  await installPeers()
  return { passed: 0, failed: 0, lines: [] }
}

/** Installs what these folders lock, unless that is installed already. */
export async function install(folders: readonly string[]): Promise<void> {
  const queue = folders.filter((folder) => existsSync(join(folder, 'package-lock.json')))
  const work = async () => {
    for (let folder = queue.shift(); folder; folder = queue.shift()) await installOne(folder)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function installOne(folder: string): Promise<void> {
  const lockFile = await readFile(join(folder, 'package-lock.json'))
  const hash = createHash('sha256').update(lockFile).digest('hex')
  // Inside of node_modules, so that it goes with what it describes.
  const stamp = join(folder, 'node_modules', '.installed-lock')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return
  const release = await lock(join(folder, '.installing.log'))
  try {
    // Another process may have installed it meanwhile.
    if ((await readFile(stamp, 'utf8').catch(() => '')) === hash) return
    await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    await writeFile(stamp, hash)
  } finally {
    await release()
  }
}

/** Waits while a living process holds this file, since two steps of the tests may need the same server. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      return () => rm(path, { force: true })
    } catch {
      const holder = Number(await readFile(path, 'utf8').catch(() => ''))
      if (holder && !isAlive(holder)) await rm(path, { force: true })
      else await sleep(200)
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
