/** The server of the load generator, in a process of its own. Prints its port; `GET /counts` has what it received, and starts anew. */
import { createServer } from 'node:http'
import { createMockServer, toNodeHandler } from '../../src/testing/index.ts'

const mock = createMockServer({
  versions: [process.argv[2] ?? '2026-07-28'],
  tools: { echo: { run: () => 'hello' } },
  wire: { cache: { ttlMs: 3_600_000, cacheScope: 'public' } },
})
let connections = 0
let open = 0
let counts: Record<string, number> = {}
const handle = toNodeHandler(async (request) => {
  if (request.method === 'POST') {
    const { method = 'response' } = JSON.parse(await request.clone().text()) as { method?: string }
    counts[method] = (counts[method] ?? 0) + 1
  } else counts[request.method] = (counts[request.method] ?? 0) + 1
  // Its journal would keep every request.
  mock.journal.clear()
  return mock.handle(request)
})
const server = createServer((request, response) => {
  if (request.url !== '/counts') return handle(request as never, response as never)
  const text = JSON.stringify({ connections, open, counts })
  connections = 0
  counts = {}
  response.end(text)
})
server.keepAliveTimeout = 60_000
server.on('connection', (socket) => {
  connections++
  open++
  socket.on('close', () => open--)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
