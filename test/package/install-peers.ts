/** Vitest calls this once before all package tests: it installs the peers unless they are installed as locked. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../runtimes/processes.ts'
import { peer, peersFolder } from './peers.ts'

export default async function installPeers(): Promise<void> {
  // npm writes this file at the end of an install.
  if (changedAt(peer('.package-lock.json')) > changedAt(join(peersFolder, 'package-lock.json'))) return
  await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peersFolder })
}

/** 0 if there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
