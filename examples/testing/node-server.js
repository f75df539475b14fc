/** The mock server at an address, in Node. */
import { createServer } from 'node:http'
import { createMockServer, toNodeHandler } from 'mcp-over-fetch/testing'

const mock = createMockServer()
const listener = createServer(toNodeHandler(mock.handle))

listener.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listener.address().port}/mcp`)
})
