/** A server of its own process, so that its work is not counted. Prints its port. */
import { createServer } from 'node:http'
import { createMockServer, toNodeHandler } from '../../src/testing/index.ts'

const text = 'x'.repeat(Number(process.argv[2]))
const mock = createMockServer({ versions: ['2026-07-28'], tools: { echo: { run: () => text } } })
const server = createServer(toNodeHandler(mock.handle) as never)
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))
