/** A protected server that knows a machine client. */
import type { OAuthConfig } from '../../../../src/testing/index.ts'
import type { World } from '../../scenario.ts'

export const CREDENTIALS = { id: 'robot', secret: 'secret-given' }

export async function protectWithCredentials(world: World, config: OAuthConfig = {}) {
  const server = await world.origin()
  const { origin: issuer } = new URL(server.url)
  await server.configure({ oauth: { clients: [CREDENTIALS], ...config } })
  return { server, issuer }
}
