/** Vitest calls this once before all package tests: it installs the peers unless they are installed as locked. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../support/processes.ts'
import { peersFolder } from './peers.ts'

export default (): Promise<void> => installPeers(peersFolder)

export async function installPeers(folder: string): Promise<void> {
  // npm writes this file at the end of an install.
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (changedAt(installed) > changedAt(join(folder, 'package-lock.json'))) return
  await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
}

/** 0 if there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
