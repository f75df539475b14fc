/** Installs the peers, each with its lock in a folder of its own, unless they are installed as locked. */
import { join } from 'node:path'
import { installPeers } from '../test/package/install-peers.ts'
import { type ClientName, isPeer } from './compared-clients.ts'
import { peersDir } from './paths.ts'

/** Gives the names without those that cannot be installed here, which are reported and left out. */
export async function installComparedPeers(names: readonly ClientName[]): Promise<ClientName[]> {
  const installed: ClientName[] = []
  for (const name of names) {
    try {
      if (isPeer(name)) await installPeers(join(peersDir, name))
      installed.push(name)
    } catch (error) {
      console.error(`${name} is left out, since it cannot be installed: ${(error as Error).message}`)
    }
  }
  return installed
}
