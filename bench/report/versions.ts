/** The versions of everything that is measured, and the machine. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { columns } from '../../test/runtimes/columns.ts'
import { isPeer, type ProgramName, packages } from '../compared-clients.ts'
import { peersDir, rootDir } from '../paths.ts'
import { nodePath } from '../processes.ts'

/** One line per thing. */
export async function describeRun(names: readonly ProgramName[]): Promise<string[]> {
  const node = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim()
  const peers = names.filter(isPeer).map((name) => {
    const folder = join(peersDir, name, 'node_modules', packages[name])
    return `${name} is ${packages[name]} ${packageVersion(folder)}`
  })
  const parser = packageVersion(join(rootDir, 'node_modules', 'eventsource-parser'))
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    `ours is ${packageVersion(rootDir)} of this repository; ${peers.join(', ')}`,
    `bare is a loop of fetch, JSON.parse and eventsource-parser ${parser}; the parser alone is that without HTTP`,
    `server and clients on Node ${node}, workerd ${createRequire(import.meta.url)('workerd').version}`,
    `${process.platform} ${process.arch}, ${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${gigabytes} GB, load ${loadavg()[0]?.toFixed(1)} at the start`,
  ]
}

/** Of the runtimes in which late streams are measured; asked only when the results are written, since it takes a while. */
export async function runtimeVersions(): Promise<string> {
  const versions = columns.map(async ({ name, version }) => `${name} ${await version().catch(() => 'missing')}`)
  return (await Promise.all(versions)).join(', ')
}

function packageVersion(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}
