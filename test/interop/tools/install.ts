/** Vitest calls this once before these tests: it installs the SDKs and the real servers unless they are installed as locked. */
import { join } from 'node:path'
import { installPeers } from '../../package/install-peers.ts'

export default async function install(): Promise<void> {
  const folders = [import.meta.dirname, join(import.meta.dirname, 'servers')]
  await Promise.all(folders.map(installPeers))
}
