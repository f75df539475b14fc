/** What passes between a host and a server: requests, questions, progress, logs, cancelling, changes. */
import type { Scenario } from '../scenario.ts'
import { eventually, onCall } from '../steps/calls.ts'
import { accept, done, form, needs, roundsIn, sampleResult, samplingRequest } from '../steps/input-required.ts'
import { onEveryServer } from './steps/host.ts'

const WATCHED = 'test://watched-resource'

const textOf = (result: Record<string, unknown>) => (result.content as { text: string }[])[0]?.text

export const bothDirections: Scenario[] = [
  ...onEveryServer({
    name: 'a host of 2025-11-25 lists and calls over the transport, and the server sees who it is',
    async run({ open, server, assert, version }) {
      const { initialized, request, transport } = await open()
      assert.equal(initialized.protocolVersion, '2025-11-25')
      const { tools } = await request('tools/list')
      assert.includes(
        (tools as { name: string }[]).map(({ name }) => name),
        'echo',
      )
      assert.equal(textOf(await request('tools/call', { name: 'echo', arguments: { text: 'hello' } })), 'hello')
      const hasSession = version === '2025-11-25'
      assert.equal(typeof transport.sessionId, hasSession ? 'string' : 'undefined')
      const journal = await server.journal()
      const texts = JSON.stringify(journal.map(({ body }) => body))
      assert.includes(texts, 'tiny-host', 'clientInfo of the host')
      assert.equal(journal.filter(({ rpcMethod }) => rpcMethod === 'tools/call').length, 1)
    },
  }),
  ...onEveryServer({
    name: 'progress has the token of the host and comes before the result; logs come once a level is set',
    async run({ open, assert }) {
      const host = await open()
      await host.request('logging/setLevel', { level: 'debug' })
      const call = (name: string) => host.request('tools/call', { name, _meta: { progressToken: 'mine-7' } })
      await call('test_tool_with_progress')
      const progress = host.notifications.filter(({ method }) => method === 'notifications/progress')
      assert(progress.length >= 3, 'all of it came before the result')
      for (const { params } of progress) assert.equal(params.progressToken, 'mine-7')
      await call('test_logging_tool')
      assert.includes(
        host.notifications.map(({ method }) => method),
        'notifications/message',
      )
    },
  }),
  ...onEveryServer({
    name: 'a call that the host cancels is cancelled at the server, and gets no answer',
    async run({ open, server, assert, macrotasks, version }) {
      const host = await open()
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [{ barrier: 'held' }, { pass: true }] })
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      host.request('tools/call', { name: 'echo', arguments: { text: 'never' } }).then(settle, settle)
      await server.reached('held')
      // The ids of the host count from 0, and the first was that of `initialize`.
      await host.notify('notifications/cancelled', { requestId: 1, reason: 'enough' })
      // Servers of 2026-07-28 see that the connection is closed, which the client does at once.
      if (version !== '2026-07-28') {
        await server.until((journal) => journal.some(({ rpcMethod }) => rpcMethod === 'notifications/cancelled'))
      }
      await macrotasks(3)
      await server.release('held')
      const result = await host.request('tools/call', { name: 'echo', arguments: { text: 'next' } })
      assert.equal(textOf(result), 'next')
      assert.equal(isSettled, false)
      assert.equal(host.errors, [])
    },
  }),
  ...onEveryServer(
    {
      name: 'the rounds of a server that needs input are requests to the host, each with an id of its own',
      async run({ open, server, assert }) {
        await server.script(
          needs(1, { inputRequests: { a: form(), b: samplingRequest('?') }, requestState: 's' }),
          done(2),
        )
        const asked: string[] = []
        const answer = (method: string) => {
          asked.push(method)
          return method === 'elicitation/create' ? accept({ name: 'Ada' }) : sampleResult
        }
        const { request } = await open({ capabilities: { elicitation: {}, sampling: {} }, answer })
        assert.equal(textOf(await request('tools/call', { name: 'echo' })), 'done')
        assert.equal(asked.sort(), ['elicitation/create', 'sampling/createMessage'])
        const { inputResponses, requestState } = roundsIn(await server.journal())[1]!
        assert.equal(inputResponses, { a: accept({ name: 'Ada' }), b: sampleResult })
        assert.equal(requestState, 's')
      },
    },
    ['2026-07-28'],
  ),
  ...onEveryServer(
    {
      name: 'elicitation, sampling and roots of a server reach the host, and its answers the server',
      async run({ open, assert }) {
        const answer = (method: string) => {
          if (method === 'roots/list') return { roots: [{ uri: 'file:///home' }] }
          return method === 'elicitation/create' ? accept({ username: 'ada', email: 'ada@example.com' }) : sampleResult
        }
        const { request } = await open({ capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} }, answer })
        const elicited = await request('tools/call', { name: 'test_elicitation', arguments: { message: 'Who?' } })
        assert.includes(`${textOf(elicited)}`, 'accept')
        const sampled = await request('tools/call', { name: 'test_sampling', arguments: { prompt: 'Capital?' } })
        assert.includes(`${textOf(sampled)}`, 'Paris')
      },
    },
    ['2025-11-25'],
  ),
  ...onEveryServer(
    {
      name: 'a host that answers with an error, or with what does not fit the form, gives the server an error',
      async run({ open, server, assert }) {
        let answer = (): unknown => ({ action: 'accept', content: { name: 7 } })
        const host = await open({ capabilities: { elicitation: {} }, answer: () => answer() })
        await server.script(needs(1, { inputRequests: { a: form() } }), done(2))
        await assert.rejects(host.request('tools/call', { name: 'echo' }), {
          code: -32_602,
          message: 'The answer does not fit the form; expected {"name":"text"}',
        })
        answer = () => {
          throw { code: -1, message: 'The user is asleep' }
        }
        await server.script(needs(1, { inputRequests: { a: form() } }), done(2))
        await assert.rejects(host.request('tools/call', { name: 'echo' }), { code: -1, message: 'The user is asleep' })
        await server.script()
        assert.equal(textOf(await host.request('tools/call', { name: 'echo', arguments: { text: 'on' } })), 'on')
      },
    },
    ['2026-07-28'],
  ),
  ...onEveryServer({
    name: 'changed lists and updated resources reach a host that does not subscribe as 2026-07-28 wants it',
    async run(world) {
      const { open, server, assert, version } = world
      const host = await open()
      const isListening = ({ httpMethod, rpcMethod }: { httpMethod: string; rpcMethod?: string }) =>
        httpMethod === 'GET' || rpcMethod === 'subscriptions/listen'
      await server.until((journal) => journal.some(isListening))
      if (version !== '2024-11-05') assert.equal(await host.request('resources/subscribe', { uri: WATCHED }), {})
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      const seen = () => host.notifications.map(({ method }) => method)
      await eventually(world, () => seen().includes('notifications/tools/list_changed'))
      if (version === '2024-11-05') return
      await server.act({ notify: { method: 'notifications/resources/updated', params: { uri: WATCHED } } })
      await eventually(world, () => seen().includes('notifications/resources/updated'))
      assert.equal(await host.request('resources/unsubscribe', { uri: WATCHED }), {})
    },
  }),
  ...onEveryServer(
    {
      name: 'methods of extensions that the server asks for are passed to the host, if they were named',
      async run(world) {
        const { open, server, assert } = world
        const asked: unknown[] = []
        const answer = (method: string, params: object) => {
          asked.push([method, params])
          return { now: 12 }
        }
        await open({ answer, transport: { requests: ['example.com/time'] } })
        await server.until((journal) => journal.some(({ httpMethod }) => httpMethod === 'GET'))
        await server.act({ serverRequest: { method: 'example.com/time', params: { zone: 'UTC' } } })
        await eventually(world, () => asked.length > 0)
        assert.equal(asked, [['example.com/time', { zone: 'UTC' }]])
        await server.until((journal) => journal.some(({ body }) => JSON.stringify(body)?.includes('"now":12')))
      },
    },
    ['2025-11-25'],
  ),
  ...onEveryServer(
    {
      name: 'a question that the server takes back is taken back at the host, by the id that the host knows',
      async run(world) {
        const { open, server, assert } = world
        const { method, params } = form()
        await server.script(
          onCall(
            { stream: {} },
            { serverRequest: { method, params, id: 'of-the-server' } },
            { barrier: 'asked' },
            { notify: { method: 'notifications/cancelled', params: { requestId: 'of-the-server' } } },
            { answer: true },
          ),
        )
        const asked: unknown[] = []
        const answer = () => new Promise(() => {})
        const host = await open({ capabilities: { elicitation: {} }, answer, onRequest: (id) => asked.push(id) })
        const call = host.request('tools/call', { name: 'echo', arguments: { text: 'anyway' } })
        await eventually(world, () => asked.length > 0)
        await server.release('asked')
        assert.equal(textOf(await call), 'anyway')
        const cancelled = host.notifications.filter(({ method }) => method === 'notifications/cancelled')
        assert.equal(
          cancelled.map(({ params }) => params.requestId),
          asked,
        )
      },
    },
    ['2025-11-25'],
  ),
]
