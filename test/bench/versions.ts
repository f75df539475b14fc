/** The versions of everything that is measured, and the machine. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { ClientName } from './compared-clients.ts'
import { peersDir, rootDir } from './paths.ts'
import { nodePath } from './processes.ts'

const officialDir = join(peersDir, 'node_modules', '@modelcontextprotocol', 'client')

export function versions(names: readonly ClientName[]): string {
  const node = execFileSync(nodePath, ['--version'], { encoding: 'utf8' }).trim()
  return [
    `ours ${packageVersion(rootDir)}`,
    ...(names.includes('official') ? [`official ${packageVersion(officialDir)}`] : []),
    `eventsource-parser ${packageVersion(join(rootDir, 'node_modules', 'eventsource-parser'))}`,
    `workerd ${createRequire(import.meta.url)('workerd').version}`,
    `server and clients on Node ${node}`,
    `${process.platform} ${process.arch}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`,
  ].join(' · ')
}

function packageVersion(folder: string): string {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}
