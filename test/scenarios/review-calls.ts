/** Calls: what they carry, what they end with, and how much of a server's asking they bear. */
import { inBothEras } from './steps/both-eras.ts'
import { timesSent } from './steps/scripted-results.ts'
import { paramsOf } from './steps/journal.ts'
import { refusal, requestsIn } from './steps/modern.ts'
import { eventually, onCall, textsOf } from './steps/calls.ts'
import type { Scenario } from './scenario.ts'

export const reviewCalls: Scenario[] = [
  {
    name: "a HeaderMismatch is the call's error when the tools cannot be listed",
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(
        { on: { rpc: 'tools/call' }, do: [refusal(400, -32020, undefined, 'Mcp-Param-Region is missing')] },
        { on: { rpc: 'tools/list' }, do: [{ respond: { status: 500 } }] },
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
  ...inBothEras({
    name: 'a call aborted with null rejects with null',
    async run({ connect, server, assert }) {
      const client = await connect()
      const hold = [{ barrier: 'begun' }, { stream: {} }, { hold: 'forever' as const }]
      await server.script(onCall(...hold))
      for (const late of [true, false]) {
        const stop = new AbortController()
        const given = client.callTool('echo', { text: 'x' }, { signal: stop.signal }).then(
          () => 'answered',
          (reason: unknown) => ({ reason }),
        )
        if (late) await server.reached('begun')
        stop.abort(null)
        assert.equal(await given, { reason: null })
        await server.release('begun')
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  }),
  ...inBothEras({
    name: '_meta in the params of request() is merged with the meta option',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const _meta = { 'example.com/own': 1, 'example.com/both': 'params' }
      const meta = { 'example.com/added': 2, 'example.com/both': 'options' }
      const params = { name: 'count', arguments: { to: 1 }, _meta }
      const steps: unknown[] = []
      const options = { meta, onProgress: ({ progress }: { progress: number }) => steps.push(progress) }
      await client.request('tools/call', params, options)
      await client.request('tools/call', params, { onProgress: () => {} })
      const [both, progress] = requestsIn(await server.journal(), 'tools/call').map((call) => paramsOf(call)._meta)
      assert.match(both, { ..._meta, ...meta })
      assert.match(progress, _meta)
      assert.equal(steps, [1])
    },
  }),
  ...inBothEras({
    name: 'a task token without the tasks extension is an error, and nothing is sent',
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      const before = (await server.methods()).length
      const resumed = client.callTool('echo', { text: 'x' }, { resume: { taskId: 't' } })
      await assert.rejects(resumed, { code: 'capability', delivery: 'not-executed' })
      assert.equal((await server.methods()).length, before)
    },
  }),
  ...inBothEras({
    name: "with retry: 'safe' a read-only tool is called once more also when a gateway failed",
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.listTools()
      const failing = (nth: number) => ({ on: { rpc: 'tools/call' }, nth, do: [{ respond: { status: 502 } }] })
      await server.script(failing(1))
      assert.equal(textsOf(await client.callTool('echo', { text: 'again' }, { retry: 'safe' })), ['again'])
      await server.script(failing(1), failing(2))
      await assert.rejects(client.callTool('echo', { text: 'x' }, { retry: 'safe' }), {
        code: 'http',
        status: 502,
        delivery: 'unknown',
      })
      await server.script(failing(1))
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'http', status: 502 })
      assert.equal(await timesSent(server, 'tools/call'), 5)
    },
  }),
  ...inBothEras({
    name: 'an output schema that throws is an error that carries the result',
    async run({ connect, assert }) {
      const client = await connect()
      const failure = new Error('the schema is broken')
      for (const validate of [
        () => {
          throw failure
        },
        () => Promise.reject(failure),
      ]) {
        const output = { '~standard': { version: 1, vendor: 'scenario', validate } } as const
        const error = await assert.rejects(client.callTool('add', { a: 1, b: 2 }, { output }), {
          code: 'invalid-message',
          delivery: 'answered',
          message: /the schema is broken/,
        })
        assert.match(error.result, { structuredContent: { sum: 3 } })
      }
    },
  }),
  {
    name: 'at most a thousand server requests of a call wait for their handlers, and the rest are ignored',
    async run(world) {
      const { connect, server, assert } = world
      const total = 5_000
      const request = (index: number) => JSON.stringify({ jsonrpc: '2.0', id: `q${index}`, method: 'roots/list' })
      const frame = Array.from({ length: total }, (_, index) => `data: ${request(index)}\n\n`).join('')
      await server.script(onCall({ stream: {} }, { frame }, { barrier: 'asked' }, { answer: true }))
      let refused = 0
      let events = 0
      const client = await connect({
        handlers: { roots: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)) },
        onEvent: (event) => {
          if (event.type === 'stream-event') events++
          if (event.type === 'quarantined' && event.value === 'roots/list') refused++
        },
      })
      const call = client.callTool('echo', { text: 'on' })
      await eventually(world, () => events >= total)
      await eventually(world, () => refused > 0)
      await world.macrotasks(2)
      // Four are at work.
      assert.equal(refused, total - 1_000 - 4)
      await server.release('asked')
      assert.equal(textsOf(await call), ['on'])
    },
  },
]
