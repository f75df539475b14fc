/** Input rounds that fail: undeclared requests, failing handlers, too many rounds, and aborts. */
import type { Scenario } from '../scenario.ts'
import { callsIn, eventually, textsOf } from '../steps/calls.ts'
import {
  accept,
  declaredIn,
  done,
  fillIn,
  form,
  lastAnswers,
  needs,
  samplingRequest,
  urlElicitation,
} from '../steps/input-required.ts'

/** The rounds that one call may take. */
const MOST_ROUNDS = 10

const roots = { method: 'roots/list' }

export const limits: Scenario[] = [
  {
    name: 'an input request that was not declared fails the call, and no handler runs',
    ids: ['protocol:M-15'],
    async run({ connectModern, server, assert }) {
      let asked = 0
      const elicit = () => {
        asked++
        return accept({ name: 'Ada' })
      }
      const client = await connectModern({ handlers: { elicit: { form: elicit } } })
      const strange = [
        samplingRequest('?'),
        roots,
        urlElicitation('https://example.com/'),
        { method: 'tools/call', params: {} },
      ]
      for (const second of strange) {
        await server.script(needs(1, { inputRequests: { first: form(), second } }))
        const before = callsIn(await server.journal()).length
        await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'invalid-message', delivery: 'answered' })
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
      assert.equal(asked, 0)
      assert.equal(declaredIn(callsIn(await server.journal())[0]).sampling, undefined)
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: '-32021 names the capability that the client did not declare',
    ids: ['protocol:M-15'],
    async run({ connectModern, server, assert }) {
      const client = await connectModern()
      const { data } = await assert.rejects(client.callTool('test_missing_capability'), {
        code: 'rpc',
        rpcCode: -32021,
      })
      assert.equal(data, { requiredCapabilities: { sampling: {} } })
      assert.equal(declaredIn(callsIn(await server.journal())[0]), {})
    },
  },
  {
    name: 'a sampling or roots handler that throws rejects the call with its own error, and nothing is sent',
    ids: ['protocol:M-16'],
    async run({ connectModern, server, assert }) {
      const reason = new Error('a private matter')
      const refuse = () => {
        throw reason
      }
      const client = await connectModern({ handlers: { elicit: fillIn, sample: refuse, roots: refuse } })
      for (const second of [samplingRequest('?'), roots]) {
        await server.script(needs(1, { inputRequests: { first: form(), second } }))
        const before = callsIn(await server.journal()).length
        assert.same(await assert.rejects(client.callTool('echo', { text: 'x' })), reason, 'the very error')
        assert.equal(callsIn(await server.journal()).length - before, 1)
      }
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'decline and cancel are sent to the server',
    ids: ['protocol:M-16'],
    async run({ connectModern, server, assert }) {
      for (const action of ['decline', 'cancel'] as const) {
        await server.script(needs(1, { inputRequests: { first: form() } }), done(2))
        const client = await connectModern({ handlers: { elicit: () => ({ action }) } })
        assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['done'])
        assert.equal(lastAnswers(await server.journal()), { first: { action } })
      }
    },
  },
  {
    name: 'ten input rounds are answered, and an eleventh is an error',
    ids: ['protocol:M-18'],
    async run({ connectModern, server, assert }) {
      let asked = 0
      const elicit = (request: Parameters<typeof fillIn>[0]) => {
        asked++
        return fillIn(request)
      }
      const client = await connectModern({ handlers: { elicit } })
      const result = await client.callTool('ask', { what: 'form', rounds: 3 })
      assert.equal(Object.keys(result.structuredContent as object), ['form 1', 'form 2', 'form 3'])
      assert.equal(asked, 3)
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ answerJson: { resultType: 'input_required', inputRequests: { more: form() } } }],
      })
      const before = callsIn(await server.journal()).length
      await assert.rejects(client.callTool('echo', { text: 'x' }), { code: 'invalid-message', delivery: 'answered' })
      assert.equal(asked, 3 + MOST_ROUNDS)
      assert.equal(callsIn(await server.journal()).length - before, 1 + MOST_ROUNDS)
    },
  },
  {
    name: 'maxRounds sets how often a server may ask, down to never',
    ids: ['protocol:M-19'],
    async run({ connectModern, server, assert }) {
      const endless = { resultType: 'input_required', inputRequests: { more: form() } }
      for (const maxRounds of [0, 2, 2.5]) {
        let asked = 0
        const elicit = (request: Parameters<typeof fillIn>[0]) => {
          asked++
          return fillIn(request)
        }
        const client = await connectModern({ handlers: { elicit }, maxRounds })
        await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: endless }] })
        const failed = client.callTool('echo', { text: 'x' })
        await assert.rejects(failed, { code: 'invalid-message', delivery: 'answered', message: /rounds \(maxRounds\)/ })
        assert.equal(asked, Math.ceil(maxRounds))
        await server.script()
        assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      }
      await assert.rejects(connectModern({ maxRounds: Number.NaN }), { name: 'TypeError', message: /^maxRounds/ })
    },
  },
  {
    name: 'the handlers of one round run concurrently and are aborted together with the call',
    ids: ['protocol:M-19'],
    async run(world) {
      const { connectModern, server, assert } = world
      const inputRequests = { a: form('a'), b: form('b'), c: samplingRequest('c') }
      await server.script(needs(1, { inputRequests }))
      const stopped: string[] = []
      let running = 0
      const wait = (name: string, signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          running++
          signal.addEventListener('abort', () => {
            stopped.push(name)
            reject(signal.reason)
          })
        })
      const client = await connectModern({
        handlers: {
          elicit: ({ message }, { signal }) => wait(message, signal),
          sample: (_, { signal }) => wait('c', signal),
        },
      })
      const controller = new AbortController()
      const call = client.callTool('echo', { text: 'x' }, { signal: controller.signal })
      const rejected = assert.rejects(call)
      await eventually(world, () => running === 3)
      const reason = new Error('enough')
      controller.abort(reason)
      assert.same(await rejected, reason, "the caller's own reason")
      assert.equal(stopped.sort(), ['a', 'b', 'c'])
      assert.equal(
        (await server.methods()).filter((method) => method !== 'server/discover'),
        ['tools/call'],
      )
    },
  },
  {
    name: 'one handler that fails aborts the others',
    ids: ['protocol:M-19'],
    async run({ connectModern, server, assert }) {
      await server.script(needs(1, { inputRequests: { a: form(), b: samplingRequest('?') } }))
      const reason = new Error('no model today')
      let stopped = false
      const client = await connectModern({
        handlers: {
          elicit: (_, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                stopped = true
                reject(signal.reason)
              })
            }),
          sample: () => Promise.reject(reason),
        },
      })
      assert.same(await assert.rejects(client.callTool('echo', { text: 'x' })), reason, 'the very error')
      assert(stopped, 'the handler of the form was aborted')
    },
  },
]
