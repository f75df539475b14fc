/** The example server of `mcp-over-fetch/testing`, with the control that the hosts of the pages need. */
import { createInProcess, type InProcess } from '../../../playground/server/control/in-process.ts'
import { createClock } from '../../../src/testing/clock/clock.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { exampleContent } from '../../../src/testing/example/example-content.ts'
import type { OAuthConfig } from '../../../src/testing/index.ts'

export function createControlledServer(): InProcess {
  return createInProcess({ clock: createClock(), random: createSeededRandom(1), content: () => exampleContent })
}

/** The same server for clients with a token, which the authorization server of this configuration issues. */
export async function createProtectedServer(oauth: OAuthConfig): Promise<InProcess> {
  const server = createControlledServer()
  await server.control.configure({ oauth })
  return server
}
