/** Vitest calls this once before all package tests: it installs the peers unless they are installed. */
import { existsSync } from 'node:fs'
import { runProcess } from '../runtimes/processes.ts'
import { peer, peersFolder } from './peers.ts'

export default async function installPeers(): Promise<void> {
  // npm writes this file at the end of an install.
  if (existsSync(peer('.package-lock.json'))) return
  await runProcess('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peersFolder })
}
