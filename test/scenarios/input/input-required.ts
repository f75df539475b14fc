/** Requests that require input: the handlers answer, and the request is sent again with their results. */
import type { Client } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { callsIn, textsOf } from '../steps/calls.ts'
import {
  accept,
  declaredIn,
  done,
  fillIn,
  form,
  handlers,
  lastAnswers,
  needs,
  roundsIn,
  sampleResult,
  samplingRequest,
} from '../steps/input-required.ts'

/** Two forms, under the keys `first` and `second`. */
const two = { first: form('one'), second: form('two') }

export const inputRequired: Scenario[] = [
  {
    name: 'all input is collected before the one request that carries it',
    ids: ['protocol:M-7'],
    async run({ connectModern, server, assert }) {
      await server.script(needs(1, { inputRequests: two }), done(2))
      const client = await connectModern({ handlers: { elicit: ({ message }) => accept({ name: message }) } })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['done'])
      const journal = await server.journal()
      assert.equal(callsIn(journal).length, 2)
      assert.equal(lastAnswers(journal), { first: accept({ name: 'one' }), second: accept({ name: 'two' }) })
    },
  },
  {
    name: 'an input_required result without input requests is asked for again after a pause',
    ids: ['protocol:M-8'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      assert.equal(textsOf(await client.callTool('later')), ['done, the second time'])
      const [first, second] = callsIn(await server.journal())
      assert.equal('inputResponses' in (roundsIn([second!])[0] ?? {}), false)
      assert((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0) >= 90, 'a server that sheds load gets a moment')
    },
  },
  {
    name: 'the next round is the same request under a new id',
    ids: ['protocol:M-9'],
    async run({ connectModern, server, assert }) {
      const given = { text: 'x', nested: { list: [1, { a: null }], empty: {} } }
      await server.script(needs(1, { inputRequests: { first: form() }, requestState: 's' }), done(2))
      const client = await connectModern({ handlers })
      await client.callTool('echo', given)
      const journal = callsIn(await server.journal())
      const [{ _meta: _, ...first } = {}, { _meta: __, inputResponses, requestState, ...second } = {}] =
        roundsIn(journal)
      assert.equal(first, { name: 'echo', arguments: given })
      assert.equal(second, first)
      assert.equal([inputResponses, requestState], [{ first: accept({ name: 'Ada' }) }, 's'])
      assert(journal[0]?.id !== journal[1]?.id, 'each round has an id of its own')
    },
  },
  {
    name: 'requestState is returned byte for byte, even when it is empty',
    ids: ['protocol:M-10'],
    async run({ connectModern, server, assert }) {
      const states = [' {"b" : 1,"a":[ ]}\n\t', 'é\u2028😀\u0000"\\', '', 'null', '0'.repeat(10_000)]
      const client = await connectModern({ handlers })
      for (const requestState of states) {
        await server.script(needs(1, { requestState, inputRequests: { first: form() } }), done(2))
        await client.callTool('echo', { text: 'x' })
        const last = roundsIn(await server.journal()).at(-1)
        assert.equal(last?.requestState, requestState)
      }
      // The server's own states begin and end with spaces, and it refuses modified ones.
      assert.equal(textsOf(await client.callTool('test_input_required_result_tampered_state')), ['state-ok'])
    },
  },
  {
    name: 'a requestState that the last round did not have is not sent again',
    ids: ['protocol:M-11'],
    async run({ connectModern, server, assert }) {
      await server.script(
        needs(1, { inputRequests: { first: form() }, requestState: 'one' }),
        needs(2, { inputRequests: { second: form() } }),
        needs(3, { requestState: 'three' }),
        done(4),
      )
      const client = await connectModern({ handlers })
      await client.callTool('echo', { text: 'x' })
      const states = roundsIn(await server.journal()).map((params) => ['requestState' in params, params.requestState])
      assert.equal(states, [
        [false, undefined],
        [true, 'one'],
        [false, undefined],
        [true, 'three'],
      ])
    },
  },
  {
    name: 'only the responses to the last round are sent',
    ids: ['protocol:M-14'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern({ handlers })
      const result = await client.callTool('test_input_required_result_multi_round')
      assert.equal(textsOf(result), [
        JSON.stringify({ step1: accept({ name: 'Ada' }), step2: accept({ color: 'Ada' }) }),
      ])
      const answered = roundsIn(await server.journal()).map(({ inputResponses }) => Object.keys(inputResponses ?? {}))
      assert.equal(answered, [[], ['step1'], ['step2']])
    },
  },
  {
    name: 'inputResponses and requestState appear on no other request, concurrent or later',
    ids: ['protocol:M-12'],
    async run({ connectModern, server, assert }) {
      await server.script(needs(1, { inputRequests: { first: form() }, requestState: 'mine' }), done(3))
      const client: Client = await connectModern({
        handlers: {
          async elicit(request) {
            await client.callTool('echo', { text: 'beside' })
            return fillIn(request)
          },
        },
      })
      await client.callTool('echo', { text: 'x' })
      await client.callTool('echo', { text: 'x' })
      await client.readResource('test://static-text')
      const carrying = (await server.journal()).map(({ body }) =>
        /inputResponses|requestState/.test(JSON.stringify(body ?? {})),
      )
      assert.equal(carrying.filter(Boolean).length, 1)
      assert.equal(roundsIn(await server.journal())[2]?.requestState, 'mine')
    },
  },
  {
    name: "input responses are bare results under the server's keys",
    ids: ['protocol:M-13'],
    async run({ connectModern, server, assert }) {
      const keys = ['a/b', '__proto__', 'ключ']
      const [form1, prompt1, roots1] = [form(), samplingRequest('?'), { method: 'roots/list' }]
      const inputRequests = { [keys[0]!]: form1, [keys[1]!]: prompt1, [keys[2]!]: roots1 }
      await server.script(needs(1, { inputRequests }), done(2))
      const client = await connectModern({ handlers })
      await client.callTool('echo', { text: 'x' })
      const journal = await server.journal()
      assert.equal(lastAnswers(journal), {
        [keys[0]!]: accept({ name: 'Ada' }),
        [keys[1]!]: sampleResult,
        [keys[2]!]: { roots: [{ uri: 'file:///home' }] },
      })
      assert.equal(Object.keys(declaredIn(callsIn(journal)[1])).sort(), ['elicitation', 'roots', 'sampling'])
    },
  },
]
