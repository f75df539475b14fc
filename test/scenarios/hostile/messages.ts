/** Hostile messages: responses to other ids, endless or enormous responses, and forbidden requests. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Step } from '../../../src/testing/index.ts'
import type { Scenario, World } from '../scenario.ts'
import { textContent } from '../steps/content.ts'

/** A fetch that answers each call itself, in place of the server. */
const answering =
  (answer: (id: unknown, text: unknown) => string | undefined): Fetch =>
  (url, init) => {
    const message = JSON.parse(init.body ?? '{}')
    const text = message.method === 'tools/call' ? answer(message.id, message.params.arguments?.text) : undefined
    if (text === undefined) return fetch(url, init)
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }))
  }

const resultFor = (id: unknown, text: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: textContent(text) } })

/** The first call gets these steps; afterwards the connection must still work. */
async function meets(world: World, steps: Step[], check: (call: Promise<unknown>) => Promise<void>, options = {}) {
  const { connect, server, assert } = world
  await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: steps })
  const client = await connect(options)
  await check(client.callTool('echo', { text: 'x' }))
  assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
}

export const messages: Scenario[] = [
  {
    name: "an id that only resembles a request's id does not answer it",
    ids: ['auth:S-32'],
    async run({ connect, assert }) {
      const nearly: ((id: number) => unknown)[] = [
        (id) => ` ${id} `,
        (id) => `0x${id.toString(16)}`,
        (id) => `${id}.0`,
        (id) => id + 2 ** 53,
        (id) => [id],
        (id) => ({ id }),
        (id) => -id,
        () => '',
        () => true,
      ]
      for (const [index, change] of nearly.entries()) {
        const once = answering((id, text) =>
          text === 'forged' ? resultFor(change(id as number), 'stolen') : undefined,
        )
        const client = await connect({ fetch: once })
        await assert.rejects(client.callTool('echo', { text: 'forged' }), { code: /^(connection|invalid-message)$/ })
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'), `case ${index}`)
        await client.close()
      }
    },
  },
  {
    name: 'a result without an id answers no request, and an error without one the request of its exchange',
    ids: ['protocol:J-7', 'auth:S-33'],
    async run({ connect, assert }) {
      for (const id of [undefined, null]) {
        const result = { jsonrpc: '2.0', id, result: { content: textContent('whose?') } }
        const error = { jsonrpc: '2.0', id, error: { code: -32000, message: 'refused' } }
        const answers: Record<string, object> = { result, error }
        const client = await connect({
          fetch: answering((_, text) => (answers[`${text}`] ? JSON.stringify(answers[`${text}`]) : undefined)),
        })
        await assert.rejects(client.callTool('echo', { text: 'result' }), { code: 'invalid-message' })
        await assert.rejects(client.callTool('echo', { text: 'error' }), { code: 'rpc', rpcCode: -32000 })
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
    },
  },
  {
    name: 'an id that comes back as text answers its request, but not in strict mode, on either transport',
    ids: ['auth:S-32', 'protocol:Z-10'],
    async run({ connect, server, assert }) {
      const asText = answering((id, text) => (text === 'on' ? undefined : resultFor(`${id}`, 'as text')))
      const tolerant = await connect({ fetch: asText })
      assert.equal((await tolerant.callTool('echo', { text: 'x' })).content, textContent('as text'))
      const strict = await connect({ fetch: asText, strict: true })
      await assert.rejects(strict.callTool('echo', { text: 'x' }), { code: 'connection' })
      assert.equal((await strict.callTool('echo', { text: 'on' })).content, textContent('on'))
      // Over HTTP+SSE the answer comes on the shared stream, whose text this fetch changes.
      const changing: Fetch = async (url, init) => {
        const response = await fetch(url, init)
        if (init.method !== 'GET' || !response.body) return response
        const change = new TransformStream<string, string>({
          transform: (text, to) => to.enqueue(text.replace(/"id":(\d+)(?=.*as text)/, '"id":"$1"')),
        })
        const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(change)
        return new Response(body.pipeThrough(new TextEncoderStream()), response)
      }
      for (const isStrict of [false, true]) {
        const client = await connect({ url: server.sseUrl, fetch: changing, strict: isStrict })
        const call = client.callTool('echo', { text: 'as text' }, isStrict ? { timeout: 300 } : {})
        if (isStrict) await assert.rejects(call, { code: 'timeout' })
        else assert.equal((await call).content, textContent('as text'))
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
    },
  },
  {
    name: "a response on another call's stream answers neither call",
    ids: ['auth:S-33'],
    async run({ connect, assert }) {
      const waiting: { id: unknown; give(text: string): void }[] = []
      const crossing: Fetch = (url, init) => {
        const { id, method, params } = JSON.parse(init.body ?? '{}')
        if (method !== 'tools/call' || params.arguments.text === 'on') return fetch(url, init)
        return new Promise((resolve) => {
          const give = (text: string) =>
            resolve(new Response(text, { headers: { 'content-type': 'application/json' } }))
          waiting.push({ id, give })
          const [first, second] = waiting
          if (!first || !second) return
          first.give(resultFor(second.id, 'of the second'))
          second.give(resultFor(first.id, 'of the first'))
        })
      }
      const client = await connect({ fetch: crossing })
      const calls = [client.callTool('echo', { text: '1' }), client.callTool('echo', { text: '2' })]
      await Promise.all(calls.map((call) => assert.rejects(call, { code: /^(connection|invalid-message)$/ })))
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
  {
    name: 'the first response counts, and later ones for the same id are ignored',
    ids: ['auth:S-34'],
    run: (world) =>
      meets(
        world,
        [
          { answer: { content: textContent('first') } },
          { answer: { content: textContent('second') } },
          { answerError: { code: -32000, message: 'third' } },
        ],
        async (call) => world.assert.match(await call, { content: textContent('first') }),
      ),
  },
  {
    name: 'in 2026-07-28 server requests are not answered',
    ids: ['auth:S-35'],
    async run(world) {
      const { connectModern, server, assert } = world
      await server.configure({ versions: ['2026-07-28'] })
      let asked = 0
      const uninvited = { serverRequest: { method: 'roots/list' } }
      await server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [uninvited, uninvited, { answer: true }] })
      const roots = () => {
        asked++
        return []
      }
      const client = await connectModern({ handlers: { roots } })
      assert.equal((await client.callTool('echo', { text: 'x' })).content, textContent('x'))
      assert.equal(asked, 0)
      assert(
        (await server.journal()).every(({ rpcMethod }) => rpcMethod !== 'response'),
        'nothing was answered',
      )
    },
  },
  {
    name: 'a message that never ends is given up after the time that the call may take in all',
    ids: ['auth:S-29'],
    run: (world) =>
      meets(
        world,
        [
          { stream: {} },
          { frame: 'data: {"never' },
          ...Array.from({ length: 400 }, () => [{ delay: 25 }, { frame: 'x' }]).flat(),
        ],
        async (call) => {
          await world.assert.rejects(call, { code: 'timeout', limit: 'maxTotalTimeout' })
        },
        // The next call has this limit, too.
        { maxTotalTimeout: 2_000 },
      ),
  },
  {
    name: 'very deep or wide JSON gives a result or an error and does not crash',
    ids: ['auth:S-30'],
    async run({ connect, assert }) {
      const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
      const wide = `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":0`).join()}}`
      const bombs = [deep(1_000), deep(200_000), wide, '{"a":1,"a":2}', '"\\ud800"', '1e400']
      let bomb = ''
      const client = await connect({
        fetch: answering((id, text) =>
          text === 'bomb'
            ? `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${bomb}}}`
            : undefined,
        ),
      })
      for (bomb of bombs) {
        const outcome = await client.callTool('echo', { text: 'bomb' }).then(
          () => 'answered',
          (error) => error.code,
        )
        assert.includes(['answered', 'invalid-message'], outcome)
        assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
      }
    },
  },
  {
    name: 'the message size limit counts decompressed bytes',
    ids: ['auth:S-31'],
    async run({ connect, assert }) {
      const packed = (id: unknown) => {
        const text = resultFor(id, 'x'.repeat(2_000_000))
        const { readable, writable } = new CompressionStream('gzip')
        const writer = writable.getWriter()
        void writer.write(new TextEncoder().encode(text)).then(() => writer.close())
        return readable.pipeThrough(new DecompressionStream('gzip'))
      }
      const client = await connect({
        limits: { messageBytes: 100_000 },
        fetch: (url, init) => {
          const { id, method, params } = JSON.parse(init.body ?? '{}')
          if (method !== 'tools/call' || params.arguments.text !== 'bomb') return fetch(url, init)
          return Promise.resolve(new Response(packed(id), { headers: { 'content-type': 'application/json' } }))
        },
      })
      await assert.rejects(client.callTool('echo', { text: 'bomb' }), { code: 'invalid-message' })
      assert.equal((await client.callTool('echo', { text: 'on' })).content, textContent('on'))
    },
  },
]
