/** Tolerance: what a server gets wrong in one place costs that place only. */
import type { Scenario } from './scenario.ts'

/** What real servers were seen to send, as tools and what becomes of each. */
const tools = [
  { name: 'plain', inputSchema: { type: 'object' } },
  { name: 'nulls', title: null, description: null, annotations: null, _meta: null, inputSchema: { default: null } },
  { name: 'no type', inputSchema: {}, annotations: { readOnlyHint: null, title: 'kept' }, 'x-vendor': { a: null } },
  { name: 'union', inputSchema: { anyOf: [{ type: 'string' }, { type: 'null' }], enum: [null] } },
  { name: 7, inputSchema: {} },
  { name: 'no schema' },
  { name: 'null schema', inputSchema: null },
  'not an object',
]

const kept = [
  { name: 'plain', inputSchema: { type: 'object' } },
  { name: 'nulls', inputSchema: { default: null } },
  { name: 'no type', inputSchema: {}, annotations: { title: 'kept' }, 'x-vendor': {} },
  { name: 'union', inputSchema: { anyOf: [{ type: 'string' }, { type: 'null' }], enum: [null] } },
]

export const tolerance: Scenario[] = [
  {
    name: 'broken tools in a list are ignored with one event each, and the others are returned',
    ids: ['protocol:Z-27'],
    async run({ connect, server, assert }) {
      await server.script({ on: { rpc: 'tools/list' }, do: [{ answerJson: { tools, nextCursor: null } }] })
      const quarantined: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'quarantined' && quarantined.push(event.reason),
      })
      assert.equal(await client.listTools(), kept)
      assert.equal(quarantined.length, tools.length - kept.length)
    },
  },
  {
    name: 'null means absent in a result, except in members that belong to the tool',
    ids: ['protocol:Z-1', 'protocol:Z-7'],
    async run({ connect, server, assert }) {
      const result = {
        content: [
          { type: 'text', text: 'hi', annotations: null, _meta: { kept: null } },
          { type: 'hologram', depth: 3 },
        ],
        isError: null,
        structuredContent: { maybe: null, list: [null] },
        _meta: null,
      }
      await server.script({ on: { rpc: 'tools/call' }, do: [{ stream: {} }, { answer: result }] })
      const client = await connect()
      assert.equal(await client.callTool('echo'), {
        content: [
          { type: 'text', text: 'hi', _meta: { kept: null } },
          { type: 'hologram', depth: 3 },
        ],
        structuredContent: { maybe: null, list: [null] },
      })
    },
  },
  {
    name: 'a handshake server with sparse or unknown server information can be used',
    ids: ['protocol:Z-4', 'protocol:Z-13'],
    async run({ connect, server, assert }) {
      for (const hello of [
        { capabilities: { tools: {}, teleport: { range: 5 } }, serverInfo: null, instructions: null },
        { capabilities: null, serverInfo: { name: 'a', version: '1', vendor: 'x' } },
        {},
      ]) {
        const answer = { protocolVersion: '2025-11-25', ...hello }
        await server.script({ on: { rpc: 'initialize' }, do: [{ answerJson: answer }] })
        assert.equal((await connect()).connection.status, 'connected')
      }
    },
  },
  {
    name: "unknown notifications and progress tokens on a call's stream are ignored",
    ids: ['protocol:Z-5', 'protocol:Z-9'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpc: 'tools/call' },
        do: [
          { stream: {} },
          { notify: { method: 'notifications/foo', params: { bar: 1 } } },
          { notify: { method: 'notifications/progress', params: { progressToken: 'nobody', progress: 1 } } },
          { notify: { method: 'notifications/cancelled', params: { requestId: 'nobody' } } },
          { answer: true },
        ],
      })
      const client = await connect()
      let progress = 0
      const result = await client.callTool('echo', { text: 'x' }, { onProgress: () => progress++ })
      assert.equal(result.content, [{ type: 'text', text: 'x' }])
      assert.equal(progress, 0)
    },
  },
]
