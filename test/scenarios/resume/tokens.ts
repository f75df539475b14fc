/** Resume tokens: a call that one client began is finished by another. */
import type { StreamToken } from '../../../src/core/index.ts'
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { callsIn, cursorsIn, eventually, getsIn, onCall, onGet, textsOf } from '../steps/calls.ts'
import { paramsOf } from '../steps/journal.ts'

export const tokens: Scenario[] = [
  {
    name: 'a resume token continues a call in another client without sending it again',
    ids: ['R-23'],
    async run(world) {
      const { connect, server, assert } = world
      const wrong = { content: [{ type: 'text', text: 'wrong' }] }
      const token = await begin(world, [
        { stream: {} },
        { prime: { id: 'second' } },
        { answerWithId: 'foreign', result: wrong },
        { notify: 2, store: true },
        { answer: true, store: true },
      ])
      assert.equal(Object.keys(token).sort(), ['lastEventId', 'requestId', 'session'])
      const tokens: StreamToken[] = []
      const seen: number[] = []
      const client = await connect()
      const result = await client.callTool(
        'echo',
        { text: 'carried over' },
        {
          resume: token,
          onResumable: (next) => tokens.push(next as StreamToken),
          onProgress: ({ progress }) => seen.push(progress),
        },
      )
      assert.equal(textsOf(result), ['carried over'])
      assert.equal(seen, [1, 2])
      // Not that of the answer.
      assert.equal(tokens.length, 4, 'a priming event, a foreign response, two notifications')
      assert.equal(tokens[0]?.lastEventId, 'second')
      assert(
        tokens.every(({ requestId }) => requestId === token.requestId),
        'the call keeps its id',
      )
      const journal = await server.journal()
      assert.equal(callsIn(journal).length, 1)
      assert.equal(cursorsIn(journal), ['first'])
      assert.equal(getsIn(journal)[0]?.headers['mcp-session-id'], callsIn(journal)[0]?.headers['mcp-session-id'])
      assert.equal((await client.callTool('echo', { text: 'own' })).content, [{ type: 'text', text: 'own' }])
    },
  },
  {
    name: 'a continued call that is cut again resumes after its new last event id',
    ids: ['R-23'],
    async run(world) {
      const { connect, server, assert } = world
      const token = await begin(
        world,
        [{ stream: {} }, { prime: { id: 'second', retry: 20 } }, { closeConnection: true }],
        [{ stream: {} }, { answer: true }],
      )
      const client = await connect()
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' }, { resume: token })), ['carried over'])
      assert.equal(cursorsIn(await server.journal()), ['first', 'second'])
    },
  },
  {
    name: "server requests on a continued stream are answered under the call's own session",
    ids: ['R-23'],
    async run(world) {
      const { connect, server, assert } = world
      const ask: Step = { serverRequest: { method: 'ping', id: 'asked' }, wait: true }
      const token = await begin(world, [{ stream: {} }, ask, { answer: true }])
      const client = await connect()
      const call = client.callTool('echo', {}, { resume: token, timeout: 3_000 })
      assert.equal(textsOf(await call), ['carried over'])
      const journal = await server.journal()
      const answer = journal.find(({ rpcMethod }) => rpcMethod === 'response')
      assert.equal(answer?.headers['mcp-session-id'], callsIn(journal)[0]?.headers['mcp-session-id'])
    },
  },
  {
    name: 'a continued call that is aborted is cancelled under its own id and session',
    ids: ['R-23'],
    async run(world) {
      const { connect, server, assert } = world
      const token = await begin(world, [{ stream: {} }, { prime: true }, { barrier: 'open' }, { hold: 'forever' }])
      const client = await connect()
      const stop = new AbortController()
      const call = assert.rejects(client.callTool('echo', {}, { resume: token, signal: stop.signal }))
      await server.reached('open')
      await server.release('open')
      stop.abort('enough')
      assert.equal(await call, 'enough')
      const isCancelled = ({ rpcMethod }: { rpcMethod?: string }) => rpcMethod === 'notifications/cancelled'
      const journal = await server.until((entries) => entries.some(isCancelled))
      const [begun] = callsIn(journal)
      const cancelled = journal.filter(isCancelled)
      assert.equal(cancelled.length, 1)
      assert.equal(paramsOf(cancelled[0]).requestId, begun?.id)
      assert.equal(cancelled[0]?.headers['mcp-session-id'], begun?.headers['mcp-session-id'])
    },
  },
  {
    name: 'a resumed call that needs a page visited asks once, and then sends the original request',
    ids: ['protocol:F-66'],
    async run(world) {
      const { connect, server, assert } = world
      const elicitations = [{ mode: 'url', message: 'Visit', url: 'https://example.com/', elicitationId: 'e' }]
      const answerError = { code: -32042, message: 'Visit this first', data: { elicitations } }
      const refused: Step[] = [{ stream: {} }, { answerError }]
      const token = await begin(world, ...Array.from({ length: 12 }, () => refused))
      let asked = 0
      const elicit = () => {
        asked++
        return { action: 'accept' } as const
      }
      const client = await connect({ handlers: { elicit: { url: elicit } } })
      const result = await client.callTool('echo', { text: 'sent again' }, { resume: token })
      assert.equal(textsOf(result), ['sent again'])
      const journal = await server.journal()
      assert.equal([asked, cursorsIn(journal).filter(Boolean), callsIn(journal).length], [1, ['first'], 2])
    },
  },
  {
    name: 'an unknown resume token is an error, and no call is sent',
    ids: ['R-23'],
    async run({ connect, server, assert }) {
      const client = await connect()
      const resume = { requestId: 1, lastEventId: 'nobody knows', session: {} }
      const error = await assert.rejects(client.callTool('counter', {}, { resume }), { delivery: 'unknown' })
      assert.match(error.cause, { status: 400 })
      assert.equal(callsIn(await server.journal()), [])
      assert.equal(textsOf(await client.callTool('counter')), ['1'])
    },
  },
  {
    name: 'an onResumable callback that throws does no harm',
    async run({ connect, server, assert }) {
      await server.script(onCall({ stream: {} }, { prime: { retry: 5 } }, { closeConnection: true }, { answer: true }))
      const warnings: unknown[] = []
      const client = await connect({ onEvent: (event) => event.type === 'warning' && warnings.push(event.error) })
      const mine = new Error('mine')
      const result = await client.callTool(
        'echo',
        { text: 'x' },
        {
          timeout: 2_000,
          onResumable() {
            throw mine
          },
        },
      )
      assert.equal(textsOf(result), ['x'])
      assert(warnings.length > 0 && warnings.every((error) => error === mine), 'it is reported')
    },
  },
  {
    name: 'a stream resumed by a token is drained like any other',
    ids: ['D-16'],
    async run(world) {
      const { connect, ledger, assert } = world
      const token = await begin(world, [{ stream: {} }, { answer: true, store: true }, { hold: 5 }])
      const account = ledger()
      const client = await connect({ fetch: account.fetch, drain: { maxMs: 60_000 } })
      assert.equal(textsOf(await client.callTool('echo', {}, { resume: token })), ['carried over'])
      await account.settled()
      const states = account.bodies().filter(({ method }) => method === 'GET')
      assert.equal(
        states.map(({ state }) => state),
        ['read'],
      )
    },
  },
  {
    name: 'an error after the answer on a stream resumed by a token is ignored',
    ids: ['D-16'],
    async run(world) {
      const { connect, server, assert } = world
      const token = await begin(world, [
        { stream: { length: 100_000 } },
        { prime: { id: 'second', retry: 0 } },
        { answer: true, store: true },
        { fault: true },
      ])
      const reports: unknown[] = []
      const drains: string[] = []
      const client = await connect({
        drain: { maxMs: 60_000 },
        onEvent(event) {
          if (event.type === 'warning' || event.type === 'reconnect') reports.push(event)
          if (event.type === 'drain') drains.push(event.outcome)
        },
      })
      assert.equal(textsOf(await client.callTool('echo', {}, { resume: token })), ['carried over'])
      await eventually(world, () => drains.includes('failed'))
      await world.macrotasks(10)
      assert.equal(reports, [])
      assert.equal(getsIn(await server.journal()).length, 1)
    },
  },
]

/** One client makes the call and is closed; `gets` are the rules for later GETs. Resolves with the resume token. */
async function begin({ connect, server, assert }: World, ...gets: Step[][]): Promise<StreamToken> {
  await server.script(
    onCall({ stream: {} }, { prime: { id: 'first', retry: 20 } }, { hold: 'forever' }),
    ...gets.map((steps, index) => onGet(index + 1, ...steps)),
  )
  const client = await connect()
  let reported = (_: StreamToken) => {}
  const token = new Promise<StreamToken>((resolve) => {
    reported = resolve
  })
  const call = client.callTool(
    'echo',
    { text: 'carried over' },
    { onResumable: (found) => reported(found as StreamToken), onProgress() {} },
  )
  const left = assert.rejects(call, { code: 'closed' })
  const carried = JSON.parse(JSON.stringify(await token)) as StreamToken
  await client.detach()
  await left
  await server.until((entries) => callsIn(entries)[0]?.ended !== undefined)
  assert(!(await server.methods()).includes('DELETE'), 'the session lives on')
  return carried
}
