/** Requests of the server during a call: answered by handlers that run beside the call and are aborted with it. */
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, onCall, textsOf } from '../steps/calls.ts'
import { paramsOf, responsesIn } from '../steps/journal.ts'

const ask = (id: number, wait = false): Step => ({
  serverRequest: {
    method: 'elicitation/create',
    params: { message: `question ${id}`, requestedSchema: {} },
    id: `ask-${id}`,
  },
  wait,
})

const questionOf = (message: string) => ({ message, requestedSchema: {} })

/** Two questions whose requests have one hash, by the function that event ids are compared with. */
const LOOKALIKES = [
  'Delete it? AaBBAaAaAaAaBBBBAaBBBBBBBBBBBBBBBBBBBBBB',
  'Delete it? AaAaAaAaBBBBAaAaBBAaAaBBBBAaAaBBBBBBBBBB',
]

export const serverRequests: Scenario[] = [
  {
    name: "a handler declares its capability and answers the server's request within the call",
    async run({ connect, server, assert }) {
      const client = await connect({
        handlers: {
          elicit: async ({ message }) => ({ action: 'accept', content: { name: message.length > 0 ? 'Ada' : '' } }),
          sample: () => ({ role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'test' }),
          roots: () => [{ uri: 'file:///home' }],
        },
      })
      const [initialize] = await server.journal().then((all) => all.filter(({ httpMethod }) => httpMethod === 'POST'))
      assert.equal(Object.keys(paramsOf(initialize).capabilities as object).sort(), [
        'elicitation',
        'roots',
        'sampling',
      ])
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [
          { stream: {} },
          ask(1, true),
          { serverRequest: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }, wait: true },
          { serverRequest: { method: 'roots/list' }, wait: true },
          { serverRequest: { method: 'ping' }, wait: true },
          { answer: true },
        ],
      })
      await client.callTool('echo', { text: 'done' })
      const answers = responsesIn(await server.journal())
      assert.equal(
        [...answers.values()].map(({ result }) => result),
        [
          { action: 'accept', content: { name: 'Ada' } },
          { role: 'assistant', content: { type: 'text', text: 'hm' }, model: 'test' },
          { roots: [{ uri: 'file:///home' }] },
          {},
        ],
      )
    },
  },
  {
    name: 'a question that is made to look like an earlier one does not get its answer, whatever weak hash it shares',
    async run({ connect, server, assert }) {
      const asked: string[] = []
      const client = await connect({
        handlers: {
          elicit: ({ message }) => {
            asked.push(message)
            return { action: message === LOOKALIKES[0] ? 'accept' : 'decline' }
          },
        },
      })
      const askAs = (message: string): Step => ({
        serverRequest: { method: 'elicitation/create', params: questionOf(message), id: 'ask' },
        wait: true,
      })
      await server.script(onCall({ stream: {} }, ...LOOKALIKES.map(askAs), { answer: true }))
      await client.callTool('echo', { text: 'x' })
      assert.equal(asked, LOOKALIKES)
      const replies = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'response')
      assert.equal(
        replies.map(({ body }) => (body as { result?: unknown }).result),
        [{ action: 'accept', content: {} }, { action: 'decline' }],
      )
    },
  },
  {
    name: 'a request of the server that asks for a task is answered directly, since the client declares no tasks',
    ids: ['protocol:J-10'],
    async run({ connect, server, assert }) {
      const client = await connect({ versions: ['2025-11-25'], handlers: { elicit: () => ({ action: 'decline' }) } })
      const params = { message: 'later?', requestedSchema: { type: 'object', properties: {} }, task: { ttl: 60_000 } }
      const question = { method: 'elicitation/create', params }
      await server.script(onCall({ stream: {} }, { serverRequest: question, wait: true }, { answer: true }))
      await client.callTool('echo', { text: 'done' })
      const answers = responsesIn(await server.journal())
      assert.equal(
        [...answers.values()].map(({ result }) => result),
        [{ action: 'decline' }],
      )
    },
  },
  {
    name: 'a server request without a handler is answered with -32601 (method not found)',
    ids: ['protocol:J-10'],
    async run({ connect, server, assert }) {
      const asking: Step[] = [
        { stream: {} },
        { serverRequest: { method: 'foo/bar', id: 'x' } },
        { serverRequest: { method: 'toString', id: 'y' } },
      ]
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [...asking, { barrier: 'answered' }, { answer: true }],
      })
      const client = await connect()
      const call = client.callTool('echo', { text: 'x' })
      const answers = responsesIn(await server.until((entries) => responsesIn(entries).size === 2))
      await server.release('answered')
      await call
      assert.equal(answers.get('x')?.error?.code, -32601)
      assert.equal(answers.get('y')?.error?.code, -32601)
    },
  },
  {
    name: 'a handler that throws is answered with -32603 without its reason, and the reason is reported as a warning event',
    async run({ connect, server, assert }) {
      const warnings: unknown[] = []
      const reason = new Error('a private matter')
      const client = await connect({
        handlers: {
          elicit: () => {
            throw reason
          },
        },
        onEvent: (event) => event.type === 'warning' && warnings.push(event.error),
      })
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ask(1, true), { answer: true }] })
      await client.callTool('echo', { text: 'x' })
      const answer = responsesIn(await server.journal()).get('ask-1')
      assert.equal(answer?.error?.code, -32603)
      assert(!JSON.stringify(answer).includes('private'), 'the reason stays here')
      assert.equal(warnings.length, 1)
      assert(warnings[0] === reason, 'the very error')
    },
  },
  {
    name: 'progress goes on while a handler runs',
    async run(world) {
      const { connect, server } = world
      let answer: ((value: { action: 'decline' }) => void) | undefined
      const client = await connect({
        handlers: {
          elicit: () =>
            new Promise((resolve) => {
              answer = resolve
            }),
        },
      })
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, ask(1), { notify: 1 }, { barrier: 'answered' }, { answer: true }],
      })
      let seen = 0
      const call = client.callTool('echo', { text: 'x' }, { onProgress: () => seen++ })
      await server.reached('answered')
      await eventually(world, () => seen === 1)
      answer?.({ action: 'decline' })
      await server.until((entries) => responsesIn(entries).has('ask-1'))
      await server.release('answered')
      await call
    },
  },
  {
    name: 'at most four handlers of a call run at once, and every server request is answered',
    async run({ connect, server, assert }) {
      let running = 0
      let most = 0
      const client = await connect({
        handlers: {
          elicit: async () => {
            most = Math.max(most, ++running)
            await new Promise((resolve) => setTimeout(resolve, 20))
            running--
            return { action: 'decline' }
          },
        },
      })
      const questions = [1, 2, 3, 4, 5, 6, 7, 8, 9]
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, ...questions.map((id) => ask(id)), { barrier: 'all' }, { answer: true }],
      })
      const call = client.callTool('echo', { text: 'x' })
      await server.until((entries) => questions.every((id) => responsesIn(entries).has(`ask-${id}`)))
      await server.release('all')
      await call
      assert.equal(most, 4)
    },
  },
  {
    name: 'a server request that is cancelled, or whose call ends, aborts its handler and is not answered',
    async run({ connect, server, assert }) {
      const aborted: string[] = []
      const reasons: unknown[] = []
      const client = await connect({
        onEvent: (event) => event.type === 'notification' && reasons.push(event.params.reason),
        handlers: {
          elicit: ({ message }, { signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                const { reason } = signal
                if (reason instanceof DOMException && reason.name === 'AbortError') aborted.push(message)
                reject(reason)
              })
            }),
        },
      })
      const withdrawn = {
        method: 'notifications/cancelled',
        params: { requestId: 'ask-1', reason: 'no longer needed' },
      }
      await server.script({
        on: { rpcMethod: 'tools/call' },
        do: [{ stream: {} }, ask(1), ask(2), { notify: withdrawn }, { answer: true }],
      })
      await client.callTool('echo', { text: 'x' })
      assert.equal(aborted, ['question 1', 'question 2'])
      assert.equal(reasons, ['no longer needed'])
      await client.callTool('echo', { text: 'y' })
      assert.equal(responsesIn(await server.journal()).size, 0)
    },
  },
  {
    name: 'server requests under one id are limited to four handlers as well, and all of them are aborted with the call',
    ids: ['auth:S-35'],
    async run(world) {
      const { connect, server, assert } = world
      // The same request again would be a replay.
      const request = (nth: number) => ({
        jsonrpc: '2.0',
        id: 'same',
        method: 'roots/list',
        params: { _meta: { nth } },
      })
      const frame = Array.from({ length: 50 }, (_, nth) => `data: ${JSON.stringify(request(nth))}\n\n`).join('')
      await server.script(onCall({ stream: {} }, { frame }, { barrier: 'asked' }, { answer: true }))
      let running = 0
      const reasons: unknown[] = []
      const client = await connect({
        handlers: {
          roots({ signal }) {
            running++
            return new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reasons.push(signal.reason)
                reject(signal.reason)
              })
            })
          },
        },
      })
      const call = client.callTool('echo', { text: 'x' })
      await server.reached('asked')
      await eventually(world, () => running > 0)
      await world.macrotasks(5)
      assert.equal(running, 4)
      await server.release('asked')
      assert.equal(textsOf(await call), ['x'])
      assert.equal(
        reasons.map((reason) => (reason as Error).name),
        ['AbortError', 'AbortError', 'AbortError', 'AbortError'],
      )
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
      assert.equal([running, responsesIn(await server.journal()).size], [4, 0])
    },
  },
  {
    name: 'questions that wait for their turn are not asked any more when the call is aborted',
    ids: ['auth:S-35'],
    async run(world) {
      const { connect, server, assert } = world
      await server.script(onCall({ stream: {} }, ...[1, 2, 3, 4, 5, 6].map((id) => ask(id)), { hold: 'forever' }))
      let asked = 0
      const client = await connect({
        handlers: {
          elicit() {
            asked++
            return new Promise(() => {})
          },
        },
      })
      const stop = new AbortController()
      const reason = new Error('stop')
      const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
      await eventually(world, () => asked > 0)
      await world.macrotasks(5)
      assert.equal(asked, 4)
      stop.abort(reason)
      assert.equal(await call.catch((error) => error === reason), true)
      await world.macrotasks(5)
      assert.equal(asked, 4)
      await server.script()
      assert.equal(textsOf(await client.callTool('echo', { text: 'on' })), ['on'])
    },
  },
  {
    name: 'the signal of a handler says in a DOMException whether the server cancelled its request or the call ended',
    async run({ connect, server, assert }) {
      const reasons: unknown[] = []
      const client = await connect({
        handlers: {
          elicit: (_, { signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reasons.push(signal.reason)
                reject(signal.reason)
              })
            }),
        },
      })
      const withdrawn = { method: 'notifications/cancelled', params: { requestId: 'ask-1' } }
      await server.script(onCall({ stream: {} }, ask(1), ask(2), { notify: withdrawn }, { answer: true }))
      await client.callTool('echo', { text: 'x' })
      assert(
        reasons.every((reason) => reason instanceof DOMException),
        'a DOMException each',
      )
      assert.equal(
        reasons.map((reason) => String(reason)),
        ['AbortError: The server cancelled its request', 'AbortError: The call has ended'],
      )
    },
  },
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
          if (event.type === 'ignored' && event.value === 'roots/list') refused++
        },
      })
      const call = client.callTool('echo', { text: 'on' })
      await eventually(world, () => events >= total)
      await eventually(world, () => refused > 0)
      await world.macrotasks(2)
      // Four handlers are running, which do not count as waiting.
      assert.equal(refused, total - 1_000 - 4)
      await server.release('asked')
      assert.equal(textsOf(await call), ['on'])
    },
  },
  {
    name: 'a server request that is nested too deep for JSON is answered by its handler, like any other',
    async run(world) {
      const { connect, server, assert } = world
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
      const request = `{"jsonrpc":"2.0","id":"deep","method":"roots/list","params":{"_meta":{"example.com/deep":${deep}}}}`
      await server.script(
        onCall({ stream: {} }, { frame: `data: ${request}\n\n` }, { barrier: 'asked' }, { answer: true }),
      )
      const client = await connect({ handlers: { roots: () => [{ uri: 'file:///a' }] } })
      const call = client.callTool('echo', { text: 'on' })
      await server.until((journal) => responsesIn(journal).has('deep'))
      await server.release('asked')
      await call
      assert.equal(responsesIn(await server.journal()).get('deep')?.result, { roots: [{ uri: 'file:///a' }] })
    },
  },
]
