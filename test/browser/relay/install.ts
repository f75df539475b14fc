/** Vitest calls this once before the tests of relays: it installs the servers that the browsers reach. */
import { join } from 'node:path'
import { install, peersFolder } from '../../interop/install.ts'

/** Folders of test/interop/peers. */
export const servers = ['official-server', 'sdk-1', 'tmcp', 'mcp-lite'] as const

export default (): Promise<void> => install(servers.map((name) => join(peersFolder, name)))
