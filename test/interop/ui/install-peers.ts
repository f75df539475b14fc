/** Vitest calls this once before the tests of user interfaces: it installs the peers unless they are installed as locked. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../../support/processes.ts'
import { peersFolder } from './bundle.ts'

export default async function installPeers(): Promise<void> {
  const installed = changedAt(join(peersFolder, 'node_modules/.package-lock.json'))
  if (installed > changedAt(join(peersFolder, 'package-lock.json'))) return
  await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peersFolder })
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
