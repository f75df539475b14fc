/** The trace of a call in docs/architecture.md is the one that a call has. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createConnect } from '../../../../src/core/connect.ts'
import type { Fetch } from '../../../../src/core/fetch.ts'
import { createManualEnvironment } from '../../manual-environment.ts'

const page = new URL('../../../../docs/architecture.md', import.meta.url)

test('a call of 2026-07-28 passes the files of the trace before fetch, and no others', async () => {
  let stack = ''
  const fetch: Fetch = async (_, { body }) => {
    const { id, method } = JSON.parse(body!)
    if (method === 'tools/call') stack = stackOf()
    const discovered = { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }
    return Response.json({ jsonrpc: '2.0', id, result: method === 'tools/call' ? { content: [] } : discovered })
  }
  const client = await createConnect(createManualEnvironment())('http://server.example/mcp', { fetch })
  await client.callTool('render')
  await client.close()
  const passed = [...stack.matchAll(/src\/core\/([\w/-]+)\.ts/g)].map(([, file]) => file!).reverse()
  const files = [...new Set(passed)].filter((file) => file !== 'util/deadline')
  const [, trace = ''] = /\*\*A call, 2026-07-28.*?```\n(.*?)\n Response/s.exec(await readFile(page, 'utf8'))!
  expect(files).toEqual([...trace.matchAll(/^ {3}([\w/-]+) /gm)].map(([, file]) => file))
  expect(files.length).toBeLessThanOrEqual(7)
})

/** All lines: engines keep ten unless they are told otherwise. */
function stackOf(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = stackTraceLimit
  return stack
}
