/** Reads and checks `Mcp-Param-*` headers. */
import type { JournalEntry } from '../../../../src/testing/index.ts'
import type { World } from '../../scenario.ts'
import { textsOf } from '../../steps/calls.ts'
import { requestsIn } from '../../steps/journal.ts'

/** The `Mcp-Param-*` headers of a request, without the prefix. */
export function paramHeadersOf(entry: JournalEntry | undefined): Record<string, string> {
  const own = Object.entries(entry?.headers ?? {}).filter(([name]) => name.startsWith('mcp-param-'))
  return Object.fromEntries(own.map(([name, value]) => [name.slice('mcp-param-'.length), value]))
}

/** Calls the tool whose arguments, except `query`, have headers, which the server compares with the body. */
export async function sendsParamHeaders(
  { connectAny, server, assert }: World,
  cases: readonly [given: Record<string, unknown>, headers: Record<string, string>][],
): Promise<void> {
  const client = await connectAny()
  await client.listTools()
  for (const [given, headers] of cases) {
    const { content, isError } = await client.callTool('region', given)
    assert.equal([textsOf({ content }), isError], [[JSON.stringify(given)], undefined])
    const call = requestsIn(await server.journal(), 'tools/call').at(-1)
    assert.equal(paramHeadersOf(call), headers, JSON.stringify(given))
  }
}
