/** The mock server at an address, in Deno. */
import { createMockServer } from 'mcp-over-fetch/testing'

const onListen = ({ port }: { port: number }) => console.log(`http://127.0.0.1:${port}/mcp`)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, createMockServer().handle)
