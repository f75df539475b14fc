/** Tools with extreme schemas: very many headers, or great depth. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { answeredLocally, deepSchema, responseText, toolsAnswered } from '../steps/local-answers.ts'
import { paramHeadersOf } from './steps/param-headers.ts'

/** A schema with this many parameters, each with its own header. */
const schemaWithHeaders = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', 'x-mcp-header': `P${index}` }]),
  ),
})

const marked = '{"type":"object","properties":{"value":{"type":"string","x-mcp-header":"Value"}}}'

export const extremeSchemas: Scenario[] = [
  {
    name: 'a tool may have any number of parameter headers',
    async run({ connectModern, server, assert }) {
      const tools = [{ name: 'of 100', inputSchema: schemaWithHeaders(100) }]
      const client = await connectModern({
        fetch: answeredLocally(({ id, method }) =>
          method === 'tools/list' ? responseText(id, JSON.stringify({ tools })) : undefined,
        ),
      })
      assert.equal((await client.listTools()).length, 1)
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] })
      const given = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, `${index}`]))
      await client.callTool('of 100', given)
      assert.equal(paramHeadersOf(requestsIn(await server.journal(), 'tools/call').at(-1)), given)
    },
  },
  {
    name: 'a very deep schema is listed, not cached, and left out of snapshots',
    async run({ connectModern, assert }) {
      for (const ttlMs of [0, 60_000]) {
        const names = ['deep', 'marked']
        const tools = [deepSchema(20_000), marked].map(
          (schema, index) => `{"name":"${names[index]}","inputSchema":${schema}}`,
        )
        const client = await connectModern({
          fetch: answeredLocally(({ id, method }) =>
            method === 'tools/list'
              ? responseText(id, `{"tools":[${tools}],"ttlMs":${ttlMs},"cacheScope":"public"}`)
              : undefined,
          ),
        })
        assert.equal(
          (await client.listTools()).map(({ name }) => name),
          names,
        )
        assert.equal(
          client.snapshot().tools?.map(({ name }) => name),
          ['marked'],
        )
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      }
    },
  },
  ...inBothEras({
    name: 'a definition that is nested too deep does not break a snapshot',
    async run({ connect, assert }) {
      const deepAndMarked = `{"name":"both","inputSchema":{"type":"object","properties":{"value":{"type":"string","x-mcp-header":"Value"},"other":${deepSchema(20_000)}}}}`
      const capabilities = `{"tools":{},"experimental":{"example.com/deep":${deepSchema(20_000)}}}`
      const introduction = `"capabilities":${capabilities},"serverInfo":{"name":"deep","version":"1"}`
      const fetch = answeredLocally(({ id, method, params }) => {
        const version = params?.protocolVersion ?? '2026-07-28'
        if (method === 'initialize') return responseText(id, `{"protocolVersion":"${version}",${introduction}}`)
        if (method === 'server/discover')
          return responseText(id, `{"supportedVersions":["${version}"],${introduction},"ttlMs":60000}`)
        return method === 'tools/list' ? responseText(id, `{"tools":[${deepAndMarked}]}`) : undefined
      })
      const ignored: unknown[] = []
      const client = await connect({
        fetch,
        onEvent: (event) => event.type === 'ignored' && ignored.push([event.reason, event.value]),
      })
      await client.listTools()
      const snapshot = client.snapshot()
      assert.equal(
        snapshot.tools?.map(({ name }) => name),
        ['both'],
      )
      assert.equal(ignored, [['nested too deep for a snapshot', 'capabilities']])
      assert.equal(snapshot.server.capabilities, undefined)
    },
  }),
  {
    name: 'a tool whose output schema is nested too deep is left out of a snapshot',
    async run({ connectModern, assert }) {
      const tool = `{"name":"deep","inputSchema":${marked},"outputSchema":${deepSchema(20_000)}}`
      const ignored: unknown[] = []
      const client = await connectModern({
        fetch: toolsAnswered(tool),
        jsonSchemaValidator: () => [],
        onEvent: (event) => event.type === 'ignored' && ignored.push([event.reason, event.value]),
      })
      await client.listTools()
      assert.equal(client.snapshot().tools, [])
      assert.equal(ignored, [['nested too deep for a snapshot', 'deep']])
    },
  },
]
