/** The option `tools`: definitions that the application has, without asking the server. */
import type { ConnectOptions, Tool } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { textsOf } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { timesSent } from '../steps/scripted-results.ts'
import { paramHeadersOf } from './steps/param-headers.ts'

/** The definitions of the server, as another client saw them. */
const definitions = async (connect: () => Promise<{ listTools(): Promise<Tool[]> }>) =>
  JSON.parse(JSON.stringify(await (await connect()).listTools())) as Tool[]

export const givenTools: Scenario[] = [
  {
    name: 'with the definitions of the caller, Mcp-Param headers are sent without a list',
    ids: ['protocol:H-30'],
    async run({ connectModern, server, assert }) {
      const tools = await definitions(connectModern)
      const listed = await timesSent(server, 'tools/list')
      const client = await connectModern({ tools })
      await client.callTool('region', { region: 'eu', priority: 1 })
      const call = requestsIn(await server.journal(), 'tools/call').at(-1)
      assert.equal([call?.status, paramHeadersOf(call)], [200, { region: 'eu', priority: '1' }])
      assert.equal(await timesSent(server, 'tools/list'), listed, 'nothing was listed')
    },
  },
  ...inBothEras({
    name: 'the output schema of a given definition is used for the validator',
    async run({ connect, assert }) {
      const outputSchema = { type: 'object' } as const
      const tools = [{ name: 'echo', inputSchema: { type: 'object' }, outputSchema }] satisfies Tool[]
      const jsonSchemaValidator: ConnectOptions['jsonSchemaValidator'] = () => ['never good']
      const client = await connect({ tools, jsonSchemaValidator })
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'invalid-message', delivery: 'answered' })
    },
  }),
  {
    name: 'what the server lists later replaces the definitions of the caller',
    async run({ connectModern, server, assert }) {
      const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Old' } } } as const
      const client = await connectModern({ tools: [{ name: 'region', inputSchema }] })
      await client.listTools()
      await client.callTool('region', { region: 'eu' })
      assert.equal(paramHeadersOf(requestsIn(await server.journal(), 'tools/call').at(-1)), { region: 'eu' })
    },
  },
  {
    name: 'an outdated definition of the caller is refreshed when the server refuses its headers',
    ids: ['protocol:H-36'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ tools: [{ name: 'region', inputSchema: { type: 'object' } }] })
      await client.callTool('region', { region: 'eu' })
      const calls = requestsIn(await server.journal(), 'tools/call')
      assert.equal(
        calls.map(({ status }) => status),
        [400, 200],
      )
      assert.equal(paramHeadersOf(calls[1]), { region: 'eu' })
    },
  },
  {
    name: 'definitions that are none are refused before anything is sent',
    async run({ connect, server, assert }) {
      for (const tools of [[{ name: 'x' }], [null], { name: 'x' }, 'echo']) {
        await assert.rejects(connect({ tools: tools as never }), {
          name: 'TypeError',
          message: /^tools: expected/,
          delivery: 'not-executed',
        })
      }
      assert.equal(await server.methods(), [])
      const mine = { name: 'echo', inputSchema: { type: 'object' as const } }
      const client = await connect({ tools: [mine] })
      ;(mine as { inputSchema: unknown }).inputSchema = undefined
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'], 'the client has a copy')
    },
  },
]
