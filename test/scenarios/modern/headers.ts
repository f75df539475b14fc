/** Standard headers: protocol version, method and name of every request. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { getsIn, onCall, textsOf } from '../steps/calls.ts'
import { paramsOf, requestsIn, sentIn } from '../steps/journal.ts'
import { MODERN, metaOf, onFirstProbe, unsupported } from '../steps/modern.ts'

/** Sends every method that the client has a function for, and some others. */
async function useEverything(client: Client): Promise<void> {
  await client.listTools()
  await client.callTool('echo', { text: 'x' })
  await client.listResources()
  await client.listResourceTemplates()
  await client.readResource('test://static-text')
  await client.listPrompts()
  await client.getPrompt('test_simple_prompt')
  await client.complete({
    ref: { type: 'ref/prompt', name: 'test_prompt_with_arguments' },
    argument: { name: 'arg1', value: 'a' },
  })
  await client.ping()
  for (const method of ['tasks/get', 'example.com/own']) {
    await client.request(method, { taskId: 'none' }).catch(() => {})
  }
}

export const headers: Scenario[] = [
  {
    name: 'after the handshake every request carries the revision that the server chose',
    ids: ['protocol:H-2'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-06-18'] })
      const client = await connect({ handlers: { roots: () => [] } })
      await server.until((journal) => getsIn(journal).length > 0)
      await client.callTool('echo', { text: 'x' })
      await client.close()
      const sent = sentIn(await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'DELETE')))
      const [first, ...rest] = sent
      assert.equal([first?.rpcMethod, first?.headers['mcp-protocol-version']], ['initialize', undefined])
      assert.equal(paramsOf(first).protocolVersion, '2025-11-25')
      for (const kind of ['POST', 'GET', 'DELETE']) {
        assert(
          rest.some(({ httpMethod }) => httpMethod === kind),
          `there is a ${kind}`,
        )
      }
      for (const { headers, rpcMethod, httpMethod } of rest) {
        assert.equal(headers['mcp-protocol-version'], '2025-06-18', rpcMethod ?? httpMethod)
      }
    },
  },
  {
    name: 'every POST accepts JSON and event streams, in both eras',
    ids: ['protocol:T-31'],
    async run({ connect, connectModern, server, assert }) {
      const legacy = await connect({ handlers: { roots: () => [] } })
      await server.script(
        onCall({ stream: {} }, { serverRequest: { method: 'roots/list' }, wait: true }, { answer: true }),
      )
      await legacy.callTool('echo', { text: 'x' })
      await useEverything(await connectModern())
      const posts = sentIn(await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST')
      const kinds = posts.map(({ rpcMethod }) => rpcMethod)
      for (const method of ['initialize', 'notifications/initialized', 'server/discover', 'tools/call', 'response']) {
        assert(kinds.includes(method), `${method} was sent`)
      }
      for (const { headers, rpcMethod } of posts) {
        const types = `${headers.accept}`.split(/, */).sort()
        assert.equal(types, ['application/json', 'text/event-stream'], rpcMethod)
      }
    },
  },
  {
    name: 'a server older than the version header never gets it, also not with the listening GET',
    ids: ['protocol:H-3'],
    async run({ connect, server, assert }) {
      await server.configure({ versions: ['2025-03-26'] })
      const client = await connect({ handlers: { roots: () => [] } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'old' })), ['old'])
      assert.equal(client.connection.protocolVersion, '2025-03-26')
      const sent = sentIn(await server.until((journal) => getsIn(journal).length > 0))
      for (const { headers } of sent) assert.equal(headers['mcp-protocol-version'], undefined)
    },
  },
  {
    name: 'a handshake server that refuses the version header is an error and is not negotiated again',
    ids: ['protocol:H-4'],
    async run({ connect, server, assert }) {
      const client = await connect()
      await server.script(onCall({ respond: { status: 400, body: 'Bad Request: Unsupported protocol version' } }))
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 400 })
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'header and body carry the same revision on every request, repeated ones too',
    ids: ['protocol:H-5'],
    async run({ connectAny, server, assert }) {
      await server.script(onFirstProbe(unsupported(MODERN)))
      const client = await connectAny({ cache: false })
      await useEverything(client)
      const sent = sentIn(await server.journal())
      assert(sent.length >= 12, `all methods were used, got ${sent.length}`)
      for (const entry of sent) {
        assert.equal([entry.headers['mcp-protocol-version'], metaOf(entry).version], [MODERN, MODERN], entry.rpcMethod)
      }
    },
  },
  {
    name: 'Mcp-Method is exactly the method of the body',
    ids: ['protocol:H-6'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny({ cache: false })
      const listening = client.listen({ toolsListChanged: true })
      await server.until((journal) => requestsIn(journal, 'subscriptions/listen').length > 0)
      await useEverything(client)
      listening.close()
      const sent = sentIn(await server.journal())
      assert.equal(
        sent.map(({ headers }) => headers['mcp-method']),
        sent.map(({ rpcMethod }) => rpcMethod),
      )
      for (const method of ['server/discover', 'subscriptions/listen', 'tasks/get', 'example.com/own', 'tools/call']) {
        assert.includes(
          sent.map(({ rpcMethod }) => rpcMethod),
          method,
        )
      }
    },
  },
  {
    name: 'Mcp-Name is sent with calls, resource reads and prompts, and with nothing else',
    ids: ['protocol:H-7', 'protocol:H-8'],
    async run({ connectAny, server, assert }) {
      await useEverything(await connectAny({ cache: false }))
      const named = {
        'tools/call': 'echo',
        'prompts/get': 'test_simple_prompt',
        'resources/read': 'test://static-text',
      }
      const names: Record<string, string> = { ...named, 'tasks/get': 'none' }
      for (const { rpcMethod = '', headers } of sentIn(await server.journal())) {
        assert.equal(headers['mcp-name'], names[rpcMethod], rpcMethod)
      }
      for (const rpc of Object.keys(named)) assert.equal(requestsIn(await server.journal(), rpc).length, 1, rpc)
    },
  },
  {
    name: 'a name that a header cannot hold is encoded',
    invalid: 'client',
    ids: ['protocol:H-9'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      const names: [name: string, header: string][] = [
        ['天気', '=?base64?5aSp5rCX?='],
        ['echo ', '=?base64?ZWNobyA=?='],
        ['a\nX-Injected: 1', '=?base64?YQpYLUluamVjdGVkOiAx?='],
        ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
      ]
      for (const [name, header] of names) {
        // The mock server compares the header with the body before it looks for the tool.
        await assert.rejects(client.callTool(name), { rpcCode: -32602 })
        await assert.rejects(client.getPrompt(name), { rpcCode: -32602 })
        const [call, prompt] = (await server.journal()).slice(-2)
        assert.equal([call?.headers['mcp-name'], prompt?.headers['mcp-name']], [header, header], name)
      }
      await client.readResource('test://météo').catch(() => {})
      const read = requestsIn(await server.journal(), 'resources/read').at(-1)
      assert.equal(read?.headers['mcp-name'], '=?base64?dGVzdDovL23DqXTDqW8=?=')
      assert(!(await server.journal()).some(({ headers }) => 'x-injected' in headers), 'nothing was injected')
    },
  },
  {
    name: 'every POST carries its revision and its method in headers',
    ids: ['protocol:H-10'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny({ handlers: { roots: () => [] }, loggingLevel: 'info' })
      await client.callTool('ask', { what: 'roots' })
      const stop = new AbortController()
      const pending = client.callTool('slow', { ms: 60_000 }, { signal: stop.signal })
      await server.until((journal) => requestsIn(journal, 'tools/call').length === 3)
      stop.abort()
      await assert.rejects(pending)
      await client.close()
      const sent = sentIn(await server.journal())
      assert.equal(
        sent.map(({ httpMethod, headers }) => [httpMethod, headers['mcp-protocol-version'], headers['mcp-method']]),
        sent.map(({ rpcMethod }) => ['POST', MODERN, rpcMethod]),
      )
    },
  },
  {
    name: "the caller's headers cannot replace the protocol's",
    ids: ['protocol:H-11'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny({
        headers: {
          'MCP-Protocol-Version': '1999-01-01',
          'Mcp-Method': 'tools/list',
          'Mcp-Name': 'other',
          'Mcp-Param-Region': 'mars',
          'Mcp-Session-Id': 'stolen',
          'X-Own': 'kept',
        },
      })
      await client.listTools()
      const given = { region: 'earth', query: 'q' }
      assert.equal(textsOf(await client.callTool('region', given)), [JSON.stringify(given)])
      const call = requestsIn(await server.journal(), 'tools/call').at(-1)
      assert.match(call?.headers, {
        'mcp-protocol-version': MODERN,
        'mcp-method': 'tools/call',
        'mcp-name': 'region',
        'mcp-param-region': 'earth',
        'x-own': 'kept',
      })
    },
  },
  {
    name: 'the headers match the body, even if the arguments change meanwhile',
    ids: ['protocol:H-11'],
    async run({ connectAny, server, assert }) {
      const client = await connectAny()
      await client.listTools()
      const changing = { region: 'before' }
      const pending = client.callTool('region', changing)
      changing.region = 'after'
      await pending
      await client.callTool('region', { region: { toJSON: () => 'as JSON' }, priority: Number.NaN })
      for (const call of requestsIn(await server.journal(), 'tools/call')) {
        const { region } = paramsOf(call).arguments as { region: string }
        assert.equal(call.headers['mcp-param-region'], region)
        assert.equal(call.headers['mcp-param-priority'], undefined)
        assert.equal(call.status, 200)
      }
    },
  },
]
