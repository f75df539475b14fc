/** `trace`: members of `_meta` for every request, also for those that no call causes (SEP-414). */
import type { TracedRequest } from '../../../src/core/index.ts'
import type { JournalEntry } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { paramsOf, requestsIn } from '../steps/journal.ts'
import { collectReported } from '../steps/reported-errors.ts'

const parentOf = (entry: JournalEntry | undefined) =>
  (paramsOf(entry)._meta as Record<string, unknown> | undefined)?.traceparent

/** A hook that numbers what it traces. */
function createTrace() {
  const traced: TracedRequest[] = []
  const trace = (request: TracedRequest) => {
    traced.push(request)
    return { traceparent: `${traced.length}`, tracestate: 'vendor=1', baggage: 'user=ada' }
  }
  return { traced, trace }
}

export const trace: Scenario[] = [
  ...inBothEras({
    name: 'trace adds to the _meta of every message: probe, handshake, calls and notifications',
    ids: ['protocol:U-75'],
    async run({ connect, server, assert }) {
      const { traced, trace } = createTrace()
      const client = await connect({ trace, handlers: { roots: () => [] } })
      await client.listTools()
      await client.callTool('echo', { text: 'x' })
      await client.rootsChanged()
      const sent = (await server.journal()).filter(({ httpMethod }) => httpMethod === 'POST')
      for (const entry of sent) {
        assert.match(paramsOf(entry)._meta, { tracestate: 'vendor=1', baggage: 'user=ada' }, entry.rpcMethod)
        assert(!Object.keys(entry.headers).some((name) => /^trace|^baggage/.test(name)), 'and no header')
      }
      assert.equal(
        traced.map(({ method }) => method),
        sent.map(({ rpcMethod }) => rpcMethod),
      )
      assert.equal(new Set(sent.map(parentOf)).size, sent.length, 'each message was traced by itself')
      const call = traced.find(({ method }) => method === 'tools/call')
      assert.match(call?.params, { name: 'echo' })
      assert.equal(call?.id, requestsIn(await server.journal(), 'tools/call')[0]?.id)
    },
  }),
  {
    name: 'a probe and the handshake after it are traced too',
    async run({ connectAny, server, assert }) {
      await server.configure({ versions: ['2025-11-25'] })
      const { traced, trace } = createTrace()
      await connectAny({ trace })
      const methods = ['server/discover', 'initialize', 'notifications/initialized']
      assert.equal(
        traced.map(({ method, call }) => [method, call]),
        methods.map((method) => [method, undefined]),
      )
      for (const method of methods) assert(parentOf(requestsIn(await server.journal(), method)[0]), method)
    },
  },
  {
    name: 'cancelling a call is traced',
    async run({ connect, server, assert }) {
      const { trace } = createTrace()
      const client = await connect({ trace })
      await server.script(onCall({ stream: {} }, { hold: 'forever' }))
      const stop = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await server.until((journal) => requestsIn(journal, 'tools/call').length === 1)
      stop.abort()
      await assert.rejects(call)
      const journal = await server.until((journal) => requestsIn(journal, 'notifications/cancelled').length === 1)
      assert(parentOf(requestsIn(journal, 'notifications/cancelled')[0]), 'the notification has its trace')
    },
  },
  ...inBothEras({
    name: "the meta of a call and the protocol's own members win over trace",
    ids: ['protocol:U-74'],
    async run({ connect, server, assert, modern }) {
      const own = 'io.modelcontextprotocol/protocolVersion'
      const client = await connect({
        trace: () => ({ traceparent: 'hook', progressToken: 'mine', ...(modern && { [own]: '1999-01-01' }) }),
      })
      const steps: number[] = []
      const options = {
        meta: { traceparent: 'call' },
        onProgress: ({ progress }: { progress: number }) => steps.push(progress),
      }
      await client.callTool('count', { to: 2 }, options)
      const [call] = requestsIn(await server.journal(), 'tools/call')
      assert.equal(parentOf(call), 'call')
      if (modern) assert.match(paramsOf(call)._meta, { [own]: '2026-07-28' })
      assert.equal(steps, [1, 2])
    },
  }),
  ...inBothEras({
    name: 'a trace hook that throws, or returns no JSON, is an event, and the request goes without',
    async run(world) {
      const { connect, server, assert } = world
      const warnings: unknown[] = []
      let result: () => Record<string, unknown> | undefined = () => undefined
      await collectReported(async () => {
        const client = await connect({
          trace: () => result(),
          onEvent: (event) => event.type === 'warning' && warnings.push(event.message),
        })
        const broken = [
          () => {
            throw new Error('mine')
          },
          () => ({ traceparent: 1n }),
        ]
        for (const one of broken) {
          result = one
          assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
        }
        assert.equal(parentOf(requestsIn(await server.journal(), 'tools/call').at(-1)), undefined)
        await eventually(world, () => warnings.length >= 2)
        assert.equal([...new Set(warnings)], ['trace failed'])
        result = () => ({ traceparent: 'again' })
        await client.callTool('echo', { text: 'on' })
        assert.equal(parentOf(requestsIn(await server.journal(), 'tools/call').at(-1)), 'again')
      })
    },
  }),
]
