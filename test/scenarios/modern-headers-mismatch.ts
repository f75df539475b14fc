/** HeaderMismatch: what the client knew of a tool was stale, so it asks once and tries once more. */
import type { Rule } from '../../src/testing/index.ts'
import { mirroredIn } from './modern-headers-params.ts'
import { MODERN, refusal, requestsIn } from './modern-wire.ts'
import { onCall, textsOf } from './polling.ts'
import type { Scenario } from './scenario.ts'

const mismatch = refusal(400, -32020, undefined, 'Mcp-Param-Region is missing')

const every = (rpc: string): Rule => ({ on: { rpc }, do: [mismatch] })

export const modernHeadersMismatch: Scenario[] = [
  {
    name: 'protocol:H-60 a call without the headers that the tool wants is repeated with them, and runs once',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const given = { region: 'eu', tenant: { id: 't' } }
      assert.equal(textsOf(await client.callTool('region', given)), [JSON.stringify(given)])
      assert.equal(await server.methods(), ['server/discover', 'tools/call', 'tools/list', 'tools/call'])
      const [refused, repeated] = requestsIn(await server.journal(), 'tools/call')
      assert.equal([refused?.status, mirroredIn(refused)], [400, {}])
      assert.equal([repeated?.status, mirroredIn(repeated)], [200, { region: 'eu', 'tenant-id': 't' }])
      assert(refused?.id !== repeated?.id, 'under a new id')
      await client.callTool('region', given)
      assert.equal(requestsIn(await server.journal(), 'tools/list').length, 1, 'what was learned is kept')
    },
  },
  {
    name: 'protocol:H-60 the tool may be on the last page of the list',
    async run({ connectModern, server, assert }) {
      await server.configure({ pageSize: 5 })
      const client = await connectModern()
      await client.callTool('region', { region: 'eu' })
      const journal = await server.journal()
      assert(requestsIn(journal, 'tools/list').length > 1, 'several pages were read')
      assert.equal(mirroredIn(requestsIn(journal, 'tools/call').at(-1)), { region: 'eu' })
    },
  },
  {
    name: 'protocol:H-61 the list is asked for anew, however long the old one might have been kept',
    async run({ connectModern, server, assert }) {
      const hints = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' }
      const old = { name: 'region', inputSchema: { type: 'object', properties: { region: { type: 'string' } } } }
      await server.script({ on: { rpc: 'tools/list' }, nth: 1, do: [{ answerJson: { ...hints, tools: [old] } }] })
      const client = await connectModern()
      await client.listTools()
      assert.equal(textsOf(await client.callTool('region', { region: 'eu' })), ['{"region":"eu"}'])
      assert.equal(requestsIn(await server.journal(), 'tools/list').length, 2)
    },
  },
  {
    name: 'protocol:H-61 a mismatch that stays is an error after two calls and one list',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(every('tools/call'))
      await assert.rejects(client.callTool('region', { region: 'eu' }), {
        code: 'rpc',
        rpcCode: -32020,
        rpcMessage: 'Mcp-Param-Region is missing',
      })
      assert.equal((await server.methods()).slice(1), ['tools/call', 'tools/list', 'tools/call'])
    },
  },
  {
    name: 'protocol:H-62 a mismatch of anything but a call is an error at once',
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(every('prompts/get'), every('resources/read'))
      await assert.rejects(client.getPrompt('test_simple_prompt'), { code: 'rpc', rpcCode: -32020 })
      await assert.rejects(client.readResource('test://static-text'), { code: 'rpc', rpcCode: -32020 })
      assert.equal((await server.methods()).slice(1), ['prompts/get', 'resources/read'])
    },
  },
  {
    name: 'protocol:H-63 a bare 400 in the middle is an HTTP error and says nothing about the revision',
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.callTool('echo', { text: 'works' })
      const headers = { 'content-type': 'text/html' }
      await server.script(onCall({ respond: { status: 400, headers, body: '<h1>Bad Request</h1>' } }))
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'http',
        status: 400,
        bodyHead: '<h1>Bad Request</h1>',
      })
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, status: 'connected' })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert(!(await server.methods()).includes('initialize'), 'no handshake')
    },
  },
]
