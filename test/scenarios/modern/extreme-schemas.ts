/** Tools with extreme schemas: very many headers, or great depth. */
import type { Scenario } from '../scenario.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { answeredLocally, responseText } from '../steps/local-answers.ts'
import { paramHeadersOf } from './steps/param-headers.ts'

/** A schema with this many parameters, each with its own header. */
const schemaWithHeaders = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string', 'x-mcp-header': `P${index}` }]),
  ),
})

/** The text of a schema of nested objects. */
const deep = (levels: number) => `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`

const marked = '{"type":"object","properties":{"value":{"type":"string","x-mcp-header":"Value"}}}'

export const extremeSchemas: Scenario[] = [
  {
    name: 'a tool with more than sixty-four parameter headers is left out',
    async run({ connectModern, server, assert }) {
      const tools = [64, 65, 20_000].map((count) => ({ name: `of ${count}`, inputSchema: schemaWithHeaders(count) }))
      const reported: unknown[] = []
      const client = await connectModern({
        fetch: answeredLocally(({ id, method }) =>
          method === 'tools/list' ? responseText(id, JSON.stringify({ tools })) : undefined,
        ),
        onEvent: (event) => event.type === 'ignored' && reported.push((event.value as { name: string }).name),
      })
      assert.equal(
        (await client.listTools()).map(({ name }) => name),
        ['of 64'],
      )
      assert.equal(reported, ['of 65', 'of 20000'])
      await assert.rejects(client.callTool('of 20000', { p1: 'x' }), {
        code: 'invalid-message',
        delivery: 'not-executed',
      })
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: { content: [] } }] })
      const given = Object.fromEntries(Array.from({ length: 64 }, (_, index) => [`p${index}`, `${index}`]))
      await client.callTool('of 64', given)
      assert.equal(paramHeadersOf(requestsIn(await server.journal(), 'tools/call').at(-1)), given)
    },
  },
  {
    name: 'a very deep schema is listed, not cached, and left out of snapshots',
    async run({ connectModern, assert }) {
      for (const ttlMs of [0, 60_000]) {
        const names = ['deep', 'marked']
        const tools = [deep(20_000), marked].map(
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
]
