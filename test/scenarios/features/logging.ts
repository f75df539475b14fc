/** Log messages and log levels: per session in the handshake revisions, per request in 2026-07-28. */
import type { WireEvent } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { timesSent } from '../steps/scripted-results.ts'

const LEVEL = 'io.modelcontextprotocol/logLevel'

/** The log messages that reached the `onLog` of a call. */
const collect = () => {
  const seen: unknown[] = []
  return { seen, onLog: ({ data }: { data: unknown }) => void seen.push(data) }
}

export const logging: Scenario[] = [
  {
    name: 'the log level can be set at any time and is sent again after the session was replaced',
    ids: ['protocol:U-60'],
    async run({ connect, server, assert }) {
      const { seen, onLog } = collect()
      const client = await connect({ loggingLevel: 'warning' })
      const levels = async () =>
        (await server.journal()).flatMap((entry) =>
          entry.rpcMethod === 'logging/setLevel' ? [paramsOf(entry).level] : [],
        )
      await server.until((entries) =>
        entries.some(({ rpcMethod, status }) => rpcMethod === 'logging/setLevel' && status === 200),
      )
      assert.equal(await levels(), ['warning'])
      await client.callTool('log', { messages: ['quiet'], level: 'info' }, { onLog })
      await client.callTool('log', { messages: ['loud'], level: 'error' }, { onLog })
      assert.equal(seen, ['loud'])
      await client.setLoggingLevel('debug')
      await client.callTool('log', { messages: ['small'], level: 'debug' }, { onLog })
      assert.equal(seen, ['loud', 'small'])
      await server.act({ expireSessions: true })
      await client.callTool('echo', { text: 'heal' })
      await server.until((entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'logging/setLevel').length === 3)
      assert.equal(await levels(), ['warning', 'debug', 'debug'])
    },
  },
  {
    name: 'a server that does not declare logging gets no logging/setLevel',
    ids: ['protocol:U-60'],
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { tools: {} } })
      const client = await connect({ loggingLevel: 'error' })
      await assert.rejects(client.setLoggingLevel('debug'), { code: 'capability', delivery: 'not-executed' })
      await client.callTool('echo', { text: 'x' })
      assert.equal(await timesSent(server, 'logging/setLevel'), 0)
    },
  },
  {
    name: 'a log level that the server refuses is an error of that request',
    invalid: 'client',
    ids: ['protocol:U-60'],
    async run({ connect, assert }) {
      const client = await connect()
      await assert.rejects(client.setLoggingLevel('loud' as never), {
        code: 'rpc',
        rpcCode: -32602,
        delivery: 'answered',
      })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
    },
  },
  {
    name: 'in 2026-07-28 each request carries its log level, and none unless onLog or a level is set',
    ids: ['protocol:U-63'],
    async run({ connectModern, server, assert }) {
      const { seen, onLog } = collect()
      const client = await connectModern()
      const levels = async () =>
        (await server.journal()).flatMap((entry) =>
          entry.rpcMethod === 'tools/call' ? [(paramsOf(entry)._meta as Record<string, unknown>)[LEVEL]] : [],
        )
      await client.callTool('log', { messages: ['unasked'] })
      await client.callTool('log', { messages: ['not that much'], level: 'debug' }, { onLog })
      await client.setLoggingLevel('warning')
      await client.callTool('log', { messages: ['quiet'], level: 'info' }, { onLog })
      await client.callTool('log', { messages: ['loud'], level: 'error' }, { onLog })
      assert.equal(seen, ['loud'])
      assert.equal(await levels(), [undefined, 'info', 'warning', 'warning'])
      assert.equal(await timesSent(server, 'logging/setLevel'), 0)
      const talkative = await connectModern({ loggingLevel: 'debug' })
      await talkative.callTool('log', { messages: ['at once'], level: 'debug' }, { onLog })
      assert.equal(seen, ['loud', 'at once'])
    },
  },
  ...inBothEras({
    name: 'log messages of any shape and level reach onLog and onEvent',
    ids: ['protocol:U-62', 'protocol:Z-8', 'protocol:Z-21'],
    async run(world) {
      const { connect, server, assert, modern } = world
      const params = [
        { level: 'info', data: 'text' },
        { level: 'error', logger: 'db', data: { error: 'x', details: [1, null] } },
        { level: 'shout', data: null },
      ]
      const notes = params.map((message) => ({ notify: { method: 'notifications/message', params: message } }))
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [...notes, { answer: true }] })
      const seen: unknown[] = []
      const events: WireEvent[] = []
      const client = await connect({
        onEvent: (event) => events.push(event),
        ...(modern && { loggingLevel: 'debug' as const }),
      })
      await client.callTool('echo', { text: 'x' }, { onLog: (message) => seen.push(message) })
      assert.equal(seen, params)
      const logged = events
        .filter(({ type }) => type === 'log')
        .map(({ timestamp: _, call, type, ...message }) => message)
      assert.equal(logged, params)
    },
  }),
  {
    name: 'log messages of a call reach onLog and onEvent',
    async run({ connect, server, assert }) {
      const params = { level: 'info', logger: 'mock', data: { step: 1 } }
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { notify: { method: 'notifications/message', params } }, { answer: true }],
      })
      const events: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'log' && events.push(event.data) })
      const logs: unknown[] = []
      await client.callTool('echo', { text: 'x' }, { onLog: (message) => logs.push(message) })
      assert.equal(logs, [params])
      assert.equal(events, [{ step: 1 }])
    },
  },
]
