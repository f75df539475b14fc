/** Stateless calls: one request and one stream each, without session or resumption. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { getsIn, onCall, textsOf } from '../steps/calls.ts'
import { requestsIn, sentIn } from '../steps/journal.ts'

/** Streams that end before their answer, with event ids by which a handshake client would resume them. */
const breaks: Record<string, Step[]> = {
  'is cut': [{ stream: {} }, { event: { id: 'cursor', data: '', retry: 1 } }, { fault: true }],
  'ends cleanly': [{ stream: {} }, { event: { id: 'cursor', data: '', retry: 1 } }, { close: true }],
}

/** The call must fail with delivery 'unknown', without an attempt to resume or repeat it. */
async function isLost({ connectModern, server, assert }: World, steps: Step[]): Promise<void> {
  const client = await connectModern()
  await server.script(onCall(...steps))
  await assert.rejects(client.callTool('counter'), { code: 'connection', delivery: 'unknown' })
  assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
  const journal = await server.journal()
  assert.equal(getsIn(journal), [])
  assert(!journal.some(({ headers }) => 'last-event-id' in headers), 'no position is asked for')
  assert.equal(requestsIn(journal, 'tools/call').length, 2)
}

export const calls: Scenario[] = [
  {
    name: 'a stateless client sends no session id, GET, DELETE or Last-Event-ID, and each call has a new id',
    ids: ['protocol:T-70'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers: { roots: () => [] } })
      await client.listTools()
      await client.callTool('count', { to: 3 }, { onProgress: () => {} })
      await client.callTool('ask', { what: 'roots' })
      await client.callTool('fail')
      // All of them wait for their answers at the same time.
      const before = requestsIn(await server.journal(), 'tools/call').length
      await server.script(onCall({ stream: {} }, { barrier: 'answer' }, { answer: true }))
      const concurrent = Array.from({ length: 5 }, () => client.callTool('echo', { text: 'x' }))
      await server.until((entries) => requestsIn(entries, 'tools/call').length === before + 5)
      await server.release('answer')
      await Promise.all(concurrent)
      await client.close()
      const sent = sentIn(await server.journal())
      for (const { httpMethod, headers } of sent) {
        assert.equal([httpMethod, headers['mcp-session-id'], headers['last-event-id']], ['POST', undefined, undefined])
      }
      assert.equal(new Set(sent.map(({ id }) => id)).size, sent.length)
      assert.equal(client.snapshot().session, undefined)
    },
  },
  {
    name: 'a session id from a stateless server is not kept',
    ids: ['protocol:T-71'],
    async run({ connectModern, server, assert }) {
      const stream = { headers: { 'mcp-session-id': 'unwanted' } }
      await server.script({ on: { httpMethod: 'POST' }, do: [{ stream }, { answer: true }] })
      const client = await connectModern()
      await client.callTool('echo', { text: 'x' })
      await client.close()
      const sent = sentIn(await server.journal())
      assert.equal(
        sent.map(({ rpcMethod, headers }) => [rpcMethod, headers['mcp-session-id']]),
        [
          ['server/discover', undefined],
          ['tools/call', undefined],
        ],
      )
      assert(!JSON.stringify(client.snapshot()).includes('unwanted'), 'nor does it get into a snapshot')
    },
  },
  ...Object.entries(breaks).flatMap(([how, steps]) => [
    {
      name: `a stateless stream with event ids that ${how} is not resumed`,
      ids: ['protocol:T-72'],
      run: (world: World) => isLost(world, steps),
    },
    {
      name: `a stateless call whose stream ${how} fails at once, without a GET`,
      ids: ['R-25'],
      run: (world: World) => isLost(world, steps),
    },
  ]),
  {
    name: 'notifications arrive before the answer, and the answer ends the call',
    ids: ['protocol:T-73'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await server.script(onCall({ stream: {} }, { notify: 2 }, { answer: true }, { notify: 1 }, { hold: 'forever' }))
      const progress: number[] = []
      const result = await client.callTool(
        'echo',
        { text: 'done' },
        { onProgress: ({ progress: value }) => progress.push(value) },
      )
      assert.equal(progress, [1, 2])
      assert.equal(textsOf(result), ['done'])
    },
  },
  {
    name: 'a lost stateless call is repeated under a new id if retry is allowed and the tool is read-only',
    ids: ['protocol:T-74'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await client.listTools()
      await server.script(onCall({ stream: {} }, { fault: true }))
      assert.equal(textsOf(await client.callTool('echo', { text: 'again' }, { retry: 'safe' })), ['again'])
      const [lost, repeated, ...more] = requestsIn(await server.journal(), 'tools/call')
      assert(lost?.id !== repeated?.id, 'a new id')
      assert.equal(more, [])
    },
  },
  {
    name: 'a lost stateless call is not repeated by default, for a tool that writes, or a second time',
    ids: ['protocol:T-74'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      await client.listTools()
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { fault: true }] })
      const counts: number[] = []
      for (const [name, options] of [
        ['echo', {}],
        ['counter', { retry: 'safe' }],
        ['echo', { retry: 'safe' }],
      ] as const) {
        const before = requestsIn(await server.journal(), 'tools/call').length
        await assert.rejects(client.callTool(name, { text: 'x' }, options), { code: 'connection', delivery: 'unknown' })
        counts.push(requestsIn(await server.journal(), 'tools/call').length - before)
      }
      assert.equal(counts, [1, 1, 2])
    },
  },
  {
    name: 'cancelling a stateless call only closes its stream',
    ids: ['protocol:T-75'],
    async run({ connectModern, server, ledger, assert }) {
      const account = ledger()
      const client = await connectModern({ fetch: account.fetch })
      const stop = new AbortController()
      const reason = new Error('enough')
      const pending = client.callTool('slow', { ms: 60_000 }, { signal: stop.signal })
      await server.until((journal) => requestsIn(journal, 'tools/call').some(({ status }) => status === 200))
      stop.abort(reason)
      assert.same(await assert.rejects(pending), reason, 'the reason itself')
      await account.settled()
      await server.until((journal) => requestsIn(journal, 'tools/call')[0]?.ended === 'client-left')
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal(await server.methods(), ['server/discover', 'tools/call', 'tools/call'])
    },
  },
  {
    name: 'stateless calls that time out leave no stream open and send nothing more',
    ids: ['D-13'],
    async run({ connectModern, server, ledger, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { hold: 'forever' }] })
      const account = ledger()
      const client = await connectModern({ fetch: account.fetch })
      for (let index = 0; index < 8; index++) {
        await assert.rejects(client.callTool('echo', { text: 'x' }, { timeout: 60 }), { code: 'timeout' })
      }
      await account.settled()
      await server.until((journal) => requestsIn(journal, 'tools/call').every(({ ended }) => ended === 'client-left'))
      const methods = await server.methods()
      assert(
        methods.slice(1).every((method) => method === 'tools/call'),
        `nothing but the calls, got ${methods}`,
      )
    },
  },
  {
    name: 'a stateless server gets no keepalive pings',
    ids: ['K-20'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ keepAlive: { interval: 5_000 } })
      assert.equal(client.connection.keepAlive, false)
      await client.ping()
      assert.equal(await server.methods(), ['server/discover', 'server/discover'])
    },
  },
]
