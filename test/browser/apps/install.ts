/** Vitest calls this once before the tests of apps: it installs the official examples, and the SDK of views and hosts. */
import { join } from 'node:path'
import { install } from '../../interop/install.ts'

export const peersFolder: string = join(import.meta.dirname, 'peers')

export default async function installPeers(): Promise<void> {
  await install([peersFolder])
}
