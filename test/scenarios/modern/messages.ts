/** Messages of stateless calls: one request, then notifications and one answer. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, getsIn, onCall, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { requestsIn, sentIn } from '../steps/journal.ts'
import { answeredLocally, responseText } from '../steps/local-answers.ts'
import { MODERN, metaOf, refusal } from '../steps/modern.ts'

export const messages: Scenario[] = [
  {
    name: 'no notification is ever sent to a stateless server',
    ids: ['protocol:T-76'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers: { roots: () => [] }, loggingLevel: 'debug' })
      await client.setLoggingLevel('error')
      await client.callTool('count', { to: 2 }, { onProgress: () => {} })
      await assert.rejects(client.callTool('slow', { ms: 60_000 }, { timeout: 50 }), { code: 'timeout' })
      await client.close()
      for (const { rpcMethod, id } of sentIn(await server.journal())) {
        assert(id !== undefined && !rpcMethod?.startsWith('notifications/'), `a request, got ${rpcMethod}`)
      }
      assert.equal(await server.methods(), ['server/discover', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'comments on a stream only restart the timeout',
    ids: ['protocol:T-77'],
    async run({ connectModern, server, assert }) {
      const events: unknown[] = []
      const client = await connectModern({
        onEvent: (event) => ['ignored', 'warning'].includes(event.type) && events.push(event),
      })
      const comments: Step[] = [
        { comment: 'keep alive' },
        { frame: ':\r\n' },
        { trickle: { bytes: 2, every: 5, times: 30 } },
      ]
      await server.script(onCall({ stream: {} }, ...comments, { frame: ':\n\n' }, { answer: true }))
      assert.equal(textsOf(await client.callTool('echo', { text: 'alive' })), ['alive'])
      assert.equal(events, [])
    },
  },
  {
    name: '-32601 with status 404 is an RpcError of its method, not a wrong URL',
    ids: ['protocol:T-79'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await assert.rejects(client.request('example.com/unknown'), { code: 'rpc', rpcCode: -32601, status: 404 })
      const data = { requiredCapabilities: { elicitation: { form: {} } } }
      for (const [code, more] of [
        [-32021, data],
        [-32602, undefined],
        [-32603, { detail: 1 }],
      ] as const) {
        await server.script(onCall(refusal(400, code, more, 'no')))
        const error = await assert.rejects(client.callTool('echo', { text: 'x' }), {
          code: 'rpc',
          rpcCode: code,
          rpcMessage: 'no',
          status: 400,
          data: more,
        })
        assert(!String(error).includes('Mcp-Session-Id'), `no hint at what this revision does not have: ${error}`)
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.match(client.connection, { era: 'modern', protocolVersion: MODERN })
    },
  },
  {
    name: 'work that outlives its stream can be fetched by its task id',
    ids: ['protocol:T-81'],
    async run({ connectModern, server, assert }) {
      const extensions = { 'io.modelcontextprotocol/tasks': {} }
      const client = await connectModern({ extensions })
      const stored = { resultType: 'complete', taskId: 'job-1', status: 'completed', result: { content: [] } }
      await server.script(onCall({ stream: {} }, { fault: true }), {
        on: { rpcMethod: 'tasks/get' },
        do: [{ answerJson: stored }],
      })
      await assert.rejects(client.callTool('counter'), { code: 'connection', delivery: 'unknown' })
      assert.match(await client.request('tasks/get', { taskId: 'job-1' }), { status: 'completed', taskId: 'job-1' })
      const [get] = requestsIn(await server.journal(), 'tasks/get')
      assert.equal(get?.headers['mcp-name'], 'job-1')
      assert.match(metaOf(get).capabilities, { extensions })
    },
  },
  {
    name: "a server request on a stateless call's stream is not answered, and the call gets its answer",
    ids: ['protocol:J-11', 'protocol:J-12'],
    async run({ connectModern, server, assert }) {
      const asked: string[] = []
      const reported: unknown[] = []
      const client = await connectModern({
        handlers: {
          roots: () => Promise.reject(asked.push('roots')),
          elicit: () => Promise.reject(asked.push('elicit')),
        },
        onEvent: (event) => event.type === 'ignored' && reported.push(event),
      })
      await server.script(
        onCall(
          { stream: {} },
          { serverRequest: { method: 'roots/list', id: 'server-7' } },
          { serverRequest: { method: 'ping', id: 8 } },
          { serverRequest: { method: 'elicitation/create', id: 9, params: { message: 'who?', requestedSchema: {} } } },
          { notify: 1 },
          { answer: true },
        ),
      )
      assert.equal(textsOf(await client.callTool('echo', { text: 'mine' })), ['mine'])
      await client.callTool('echo', { text: 'and another' })
      assert.equal([asked, reported.length], [[], 3])
      assert.equal(await server.methods(), ['server/discover', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'a handshake client and a stateless client can use one endpoint at the same time',
    async run(world) {
      const { connect, connectModern, server, assert } = world
      const old = await connect({ versions: HANDSHAKES, handlers: { roots: () => [] } })
      const modern = await connectModern()
      await eventually(world, () => old.connection.listening === 'open')
      const results = await Promise.all([
        old.callTool('echo', { text: 'old' }),
        modern.callTool('echo', { text: 'new' }),
      ])
      assert.equal(results.map(textsOf), [['old'], ['new']])
      assert.equal([old.connection.era, modern.connection.era], ['legacy', 'modern'])
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'a null result beside the method of a notification is ignored',
    async run({ connectModern, assert }) {
      const progress: number[] = []
      const fetch = answeredLocally(({ id, method, params }) => {
        if (method === 'server/discover')
          return responseText(id, `{"supportedVersions":["${MODERN}"],"capabilities":{"tools":{}}}`)
        if (method !== 'tools/call') return undefined
        const { progressToken } = params._meta as { progressToken: number }
        const notification = {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1 },
        }
        const first = JSON.stringify({ ...notification, result: null })
        const second = responseText(id, '{"content":[{"type":"text","text":"done"}]}')
        return `[${first},${second}]`
      })
      const client = await connectModern({ fetch })
      const onProgress = ({ progress: value }: { progress: number }) => progress.push(value)
      assert.equal(textsOf(await client.callTool('echo', {}, { onProgress })), ['done'])
      assert.equal(progress, [1])
    },
  },
]
