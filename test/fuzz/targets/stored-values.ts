/** What applications keep and give back, and the addresses they type: wrong ones are refused before anything is sent. */
import { detectTransport, type Snapshot } from '../../../src/core/index.ts'
import { mutate } from '../generate-value.ts'
import { CAPABILITIES, createHostileServer, MCP_URL, SERVER_INFO } from '../hostile-server.ts'
import { hostileText, mutateText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, pick, target, Violation } from '../target.ts'

const SNAPSHOT: Snapshot = {
  version: 1,
  url: MCP_URL,
  transport: 'streamable-http',
  era: 'legacy',
  session: { 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25' },
  server: { protocolVersion: '2025-11-25', capabilities: CAPABILITIES, serverInfo: SERVER_INFO },
  tools: [{ name: 'a', inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'A' } } } }],
}
const TOKENS = [
  { requestId: 1, lastEventId: 'e', session: { 'mcp-session-id': 's' } },
  { taskId: 't' },
  { url: MCP_URL, method: 'tools/call', params: { name: 'a' }, inputRequests: {}, requestState: 's' },
]

export const storedValueTargets: FuzzTarget[] = [
  target<{ snapshot: unknown }>({
    name: 'a snapshot',
    generate: (random) => ({ snapshot: mutate(mutate(SNAPSHOT, random), random) }),
    async check({ snapshot }) {
      const server = createHostileServer()
      const connected = await server.connect({ snapshot: snapshot as Snapshot })
      if ('error' in connected) {
        assertTyped(connected.error)
        if (server.takePosted().length > 0) throw new Violation('a snapshot is refused after something was sent')
        return
      }
      const called = await server.settled(connected.value.callTool('a', { a: 'x' }))
      if ('error' in called) assertTyped(called.error)
    },
  }),
  target<{ resume: unknown }>({
    name: 'a resume token or a continuation',
    generate: (random) => ({ resume: mutate(pick(random, TOKENS), random) }),
    async check({ resume }) {
      const server = createHostileServer()
      const connected = await server.connect()
      if ('error' in connected) throw connected.error
      const called = await server.settled(connected.value.callTool('a', {}, { resume: resume as { taskId: string } }))
      if ('error' in called) assertTyped(called.error)
    },
  }),
  target<{ url: string }>({
    name: 'an address',
    generate: (random) => ({ url: random() < 0.3 ? hostileText(random, 8) : mutateText(random, `${MCP_URL}?key=1#a`) }),
    async check({ url }) {
      const server = createHostileServer()
      const transports = ['streamable-http', 'sse']
      try {
        if (!transports.includes(detectTransport(url))) throw new Violation('a transport that does not exist')
      } catch (error) {
        if (error instanceof Violation) throw error
        assertTyped(error)
      }
      const connected = await server.connectTo(url)
      if ('error' in connected) assertTyped(connected.error)
    },
  }),
]
