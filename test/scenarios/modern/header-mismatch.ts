/** HeaderMismatch (-32020): the tools are listed again, and the call is repeated once. */
import type { Rule } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { onCall, textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { MODERN, refusal } from '../steps/modern.ts'
import { paramHeadersOf } from './steps/param-headers.ts'

const mismatch = refusal(400, -32020, undefined, 'Mcp-Param-Region is missing')

const every = (rpcMethod: string): Rule => ({ on: { rpcMethod }, do: [mismatch] })

export const headerMismatch: Scenario[] = [
  {
    name: 'a call refused with HeaderMismatch is repeated with the right headers and runs once',
    ids: ['protocol:H-60'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const given = { region: 'eu', tenant: { id: 't' } }
      assert.equal(textsOf(await client.callTool('region', given)), [JSON.stringify(given)])
      assert.equal(await server.methods(), ['server/discover', 'tools/call', 'tools/list', 'tools/call'])
      const [refused, repeated] = requestsIn(await server.journal(), 'tools/call')
      assert.equal([refused?.status, paramHeadersOf(refused)], [400, {}])
      assert.equal([repeated?.status, paramHeadersOf(repeated)], [200, { region: 'eu', 'tenant-id': 't' }])
      assert(refused?.id !== repeated?.id, 'under a new id')
      await client.callTool('region', given)
      assert.equal(requestsIn(await server.journal(), 'tools/list').length, 1, 'what was learned is kept')
    },
  },
  {
    name: 'HeaderMismatch finds a tool on the last page of the list',
    ids: ['protocol:H-60'],
    async run({ connectModern, server, assert }) {
      await server.configure({ pageSize: 5 })
      const client = await connectModern()
      await client.callTool('region', { region: 'eu' })
      const journal = await server.journal()
      assert(requestsIn(journal, 'tools/list').length > 1, 'several pages were read')
      assert.equal(paramHeadersOf(requestsIn(journal, 'tools/call').at(-1)), { region: 'eu' })
    },
  },
  {
    name: 'HeaderMismatch fetches the tool list again, however fresh the cached one is',
    ids: ['protocol:H-61'],
    async run({ connectModern, server, assert }) {
      const hints = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' }
      const old = { name: 'region', inputSchema: { type: 'object', properties: { region: { type: 'string' } } } }
      await server.script({ on: { rpcMethod: 'tools/list' }, nth: 1, do: [{ answerJson: { ...hints, tools: [old] } }] })
      const client = await connectModern()
      await client.listTools()
      assert.equal(textsOf(await client.callTool('region', { region: 'eu' })), ['{"region":"eu"}'])
      assert.equal(requestsIn(await server.journal(), 'tools/list').length, 2)
    },
  },
  {
    name: 'a call that is aborted while the tools are listed again rejects with the reason of the abort',
    ids: ['protocol:H-60'],
    async run({ connectModern, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ barrier: 'listing' }, { pass: true }] })
      const client = await connectModern()
      const stop = new AbortController()
      const reason = { mine: true }
      const call = client.callTool('region', { region: 'eu' }, { signal: stop.signal })
      await server.reached('listing')
      stop.abort(reason)
      assert.same(await assert.rejects(call), reason, 'the very reason')
      await server.release('listing')
      assert.equal(requestsIn(await server.journal(), 'tools/call').length, 1)
    },
  },
  {
    name: 'a second HeaderMismatch is an error after two calls and one list',
    ids: ['protocol:H-61'],
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
    name: 'HeaderMismatch of anything but a call is an error at once',
    ids: ['protocol:H-62'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(every('prompts/get'), every('resources/read'))
      await assert.rejects(client.getPrompt('test_simple_prompt'), { code: 'rpc', rpcCode: -32020 })
      await assert.rejects(client.readResource('test://static-text'), { code: 'rpc', rpcCode: -32020 })
      assert.equal((await server.methods()).slice(1), ['prompts/get', 'resources/read'])
    },
  },
  {
    name: 'a bare 400 to a call is an HttpError and does not change the revision',
    ids: ['protocol:H-63'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.callTool('echo', { text: 'works' })
      const headers = { 'content-type': 'text/html' }
      await server.script(onCall({ respond: { status: 400, headers, body: '<h1>Bad Request</h1>' } }))
      await assert.rejects(client.callTool('echo', { text: 'x' }), {
        code: 'http',
        status: 400,
        bodyPreview: '<h1>Bad Request</h1>',
      })
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN, status: 'connected' })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert(!(await server.methods()).includes('initialize'), 'no handshake')
    },
  },
  {
    name: "a HeaderMismatch is the call's error when the tools cannot be listed",
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(
        { on: { rpcMethod: 'tools/call' }, do: [refusal(400, -32020, undefined, 'Mcp-Param-Region is missing')] },
        { on: { rpcMethod: 'tools/list' }, do: [{ respond: { status: 500 } }] },
      )
      await assert.rejects(client.callTool('region', { region: 'eu' }), {
        code: 'rpc',
        rpcCode: -32020,
        delivery: 'not-executed',
        rpcMessage: 'Mcp-Param-Region is missing',
      })
      assert.equal((await server.methods()).slice(1), ['tools/call', 'tools/list'])
    },
  },
]
