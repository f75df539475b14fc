/** Vitest calls this once before these tests: it installs the SDKs unless they are installed as locked. */
import { installPeers } from '../package/install-peers.ts'

export default (): Promise<void> => installPeers(import.meta.dirname)
