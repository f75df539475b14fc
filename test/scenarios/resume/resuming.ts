/** Resuming: a stream that ends before its answer continues after the last event id. */
import type { StreamToken } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, cursorsIn, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'

/** A pause that is too short to slow the scenario down. */
const retry = 20

export const resuming: Scenario[] = [
  {
    name: 'a stream closed before any message is resumed from its priming event, not earlier than retry says',
    ids: ['R-01'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { prime: { id: 'p1', retry: 100 } }, { closeConnection: true }, { answer: true }),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'late' })), ['late'])
      const journal = await server.journal()
      assert.equal(cursorsIn(journal), ['p1'])
      const [call] = callsIn(journal)
      const [get] = getsIn(journal)
      const gap = (get?.receivedAt ?? 0) - (call?.endedAt ?? 0)
      // Timers and clocks of engines are coarse; the virtual-time tests check the exact value.
      assert(gap >= 95, `at least 100 ms between the end and the GET, got ${gap}`)
      assert.match(get?.headers, { accept: 'text/event-stream', 'mcp-session-id': call?.headers['mcp-session-id'] })
    },
  },
  {
    name: 'the handshake is resumed like any other request',
    ids: ['R-01'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'initialize' },
        nth: 1,
        do: [{ stream: {} }, { prime: { id: 'hello', retry } }, { closeConnection: true }, { answer: true }],
      })
      const client = await connect({ transport: 'streamable-http' })
      assert.equal(textsOf(await client.callTool('echo', { text: 'met' })), ['met'])
      assert.equal(cursorsIn(await server.journal()), ['hello'])
      assert.equal((await server.methods()).filter((method) => method === 'initialize').length, 1)
    },
  },
  {
    name: 'a server that closes three times in one call is polled, with each last event id sent once',
    ids: ['R-03'],
    async run({ connect, server, assert }) {
      await server.configure({ retry })
      const say = (data: number) => ({ notify: { method: 'notifications/message', params: { level: 'info', data } } })
      const poll = (data: number) => [{ stream: {} }, { prime: true }, { ...say(data), store: true }] as const
      await server.script(
        onCall(...poll(1), { closeConnection: true }),
        onGet(1, ...poll(2), { closeConnection: true }),
        onGet(2, ...poll(3), { closeConnection: true }),
        onGet(3, { stream: {} }, { prime: true }, { answer: true, store: true }),
      )
      const client = await connect()
      const logs: unknown[] = []
      const tokens: string[] = []
      const result = await client.callTool(
        'echo',
        { text: 'at last' },
        {
          onLog: ({ data }) => logs.push(data),
          onResumable: (token) => tokens.push((token as StreamToken).lastEventId),
        },
      )
      assert.equal(textsOf(result), ['at last'])
      assert.equal(logs, [1, 2, 3])
      // Not that of the answer: a program that stored it and died would have lost the result.
      assert.equal(tokens.length, 7, 'four priming events, three notifications')
      assert.equal(new Set(tokens).size, 7)
      const journal = await server.journal()
      assert.equal(callsIn(journal).length, 1)
      assert.equal(cursorsIn(journal), [tokens[1], tokens[3], tokens[5]])
    },
  },
  {
    name: 'messages sent while the client was disconnected arrive in order and once',
    ids: ['R-04'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: {} },
          { prime: { retry } },
          { notify: 1, store: true },
          { closeConnection: true },
          { notify: 2 },
          { answer: true },
        ),
      )
      const client = await connect()
      const seen: number[] = []
      await client.callTool('echo', { text: 'x' }, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(seen, [1, 2, 3])
    },
  },
  {
    name: 'two calls that are cut at the same time resume independently',
    ids: ['R-04'],
    async run({ connect, server, assert }) {
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, { prime: { retry } }, { closeConnection: true }, { delay: 30 }, { answer: true }],
      })
      const client = await connect()
      const texts = ['one', 'two', 'three', 'four']
      const results = await Promise.all(texts.map((text) => client.callTool('echo', { text })))
      assert.equal(results.flatMap(textsOf), texts)
      assert.equal(new Set(cursorsIn(await server.journal()).slice(0, 4)).size, 4)
    },
  },
  {
    name: 'a resumed stream that ends without an event keeps the last event id',
    ids: ['R-05'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall({ stream: {} }, { prime: { id: 'kept', retry } }, { closeConnection: true }),
        onGet(1, { stream: {} }, { close: true }),
        onGet(2, { stream: {} }, { answer: true }),
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'found' })), ['found'])
      assert.equal(cursorsIn(await server.journal()), ['kept', 'kept'])
    },
  },
  {
    name: 'a response to another id neither answers a call nor stops its stream from being resumed',
    ids: ['R-14'],
    async run({ connect, server, assert }) {
      const wrong = { content: [{ type: 'text', text: 'wrong' }] }
      await server.script(
        onCall(
          { stream: {} },
          { prime: { retry } },
          { answerWithId: 'foreign', result: wrong },
          { closeConnection: true },
          { answer: true },
        ),
      )
      const ignored: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'ignored' && ignored.push(event.value),
      })
      assert.equal(textsOf(await client.callTool('echo', { text: 'right' })), ['right'])
      assert.equal(ignored, ['foreign'])
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
  {
    name: 'a connection that breaks before the answer is resumed like one that ends',
    ids: ['R-26', 'D-06'],
    async run({ connect, server, assert }) {
      await server.script(
        onCall(
          { stream: { length: 100_000 } },
          { prime: { retry } },
          { event: { id: 'here', data: '' } },
          { notify: 1 },
          { barrier: 'open' },
          { fault: true },
          { notify: 1 },
          { answer: true },
        ),
      )
      const client = await connect()
      const seen: number[] = []
      const result = await client.callTool(
        'echo',
        { text: 'whole' },
        {
          onProgress({ progress }) {
            seen.push(progress)
            void server.release('open')
          },
        },
      )
      assert.equal(textsOf(result), ['whole'])
      assert.equal(seen, [1, 2])
      assert.equal(cursorsIn(await server.journal()), ['here'])
    },
  },
  {
    name: 'a connection reset during a call loses no message and repeats none',
    ids: ['R-26'],
    async run({ connect, server, proxy, assert }) {
      const between = await proxy()
      const progress = { notify: 1 }
      await server.script(
        onCall(
          { stream: {} },
          { prime: { retry } },
          ...[progress, progress, progress],
          { barrier: 'reset' },
          ...[progress, progress],
          { answer: true },
        ),
      )
      const client = await connect({ url: between.url })
      const seen: number[] = []
      const resets: Promise<void>[] = []
      const result = await client.callTool(
        'echo',
        { text: 'whole' },
        {
          onProgress({ progress }) {
            seen.push(progress)
            // The server goes on only after the reset, so that no answer can be faster than it.
            if (progress === 3) resets.push(between.reset().then(() => server.release('reset')))
          },
        },
      )
      await Promise.all(resets)
      assert.equal(textsOf(result), ['whole'])
      assert.equal(seen, [1, 2, 3, 4, 5])
      const journal = await server.journal()
      assert.equal(callsIn(journal).length, 1)
      assert(getsIn(journal).length >= 1, 'the stream was resumed')
    },
  },
]
