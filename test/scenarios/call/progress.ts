/** Progress of a call: delivered in order, to its own call, before the call resolves. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { paramsOf } from '../steps/journal.ts'
import { timesSent } from '../steps/scripted-results.ts'
import { callMetas } from './steps/meta.ts'

export const progress: Scenario[] = [
  {
    name: 'progress arrives in order, before the call resolves, and only when it was asked for',
    async run({ connect, server, assert }) {
      const client = await connect()
      const seen: unknown[] = []
      await client.callTool('count', { to: 5 }, { onProgress: ({ progress, total }) => seen.push([progress, total]) })
      assert.equal(
        seen,
        [1, 2, 3, 4, 5].map((progress) => [progress, 5]),
      )
      await client.callTool('count', { to: 2 }, { meta: { 'example.com/note': 'kept' } })
      const [asked, plain] = (await server.journal())
        .filter(({ rpcMethod }) => rpcMethod === 'tools/call')
        .map((entry) => paramsOf(entry)._meta as Record<string, unknown> | undefined)
      assert(asked?.progressToken !== undefined, 'the first call asks for progress')
      assert.equal(plain, { 'example.com/note': 'kept' })
    },
  },
  {
    name: 'progress that arrives in the same chunk as the answer is delivered',
    async run({ connect, server, assert }) {
      await server.script({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, { notify: 3 }, { answer: true }] })
      const client = await connect()
      let seen = 0
      await client.callTool('echo', { text: 'x' }, { onProgress: () => seen++ })
      assert.equal(seen, 3)
    },
  },
  ...inBothEras({
    name: 'progress with and without total and message is delivered while it arrives, and asked for only with onProgress',
    ids: ['protocol:U-10', 'protocol:U-11', 'protocol:U-12', 'protocol:Z-24'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect()
      await client.callTool('count', { to: 2 })
      assert(!('progressToken' in (await callMetas(server))[0]!), 'without onProgress there is no progressToken')
      assert.equal((await client.callTool('echo', { text: 'x' }, { onProgress: () => {} })).content.length, 1)
      const seen: unknown[] = []
      await client.callTool('count', { to: 2 }, { onProgress: (progress) => seen.push(progress) })
      assert.equal(
        seen.map((reported) => {
          const { progress, total, message } = reported as { progress: number; total?: number; message?: string }
          return [progress, total, message]
        }),
        [
          [1, 2, 'step 1'],
          [2, 2, 'step 2'],
        ],
      )
    },
  }),
  ...inBothEras({
    name: 'progress that goes backwards, is fractional or has an unknown token does no harm',
    ids: ['protocol:U-12', 'protocol:U-13'],
    async run(world) {
      const { connect, server, assert } = world
      const client = await connect({
        fetch: async (url, init) => {
          if (!init.body?.includes('"odd"')) return fetch(url, init)
          const { id, params } = JSON.parse(init.body) as { id: number; params: { _meta: { progressToken: unknown } } }
          const note = (progressToken: unknown, progress: number) => ({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progressToken, progress },
          })
          const { progressToken: own } = params._meta
          const messages = [note(own, 0.5), note('nobody', 7), note(own, 0.25), note(`${own}`, 0.75)]
          const answer = { jsonrpc: '2.0', id, result: { content: [], resultType: 'complete' } }
          const lines = [...messages, answer].map((message) => `data: ${JSON.stringify(message)}\n\n`)
          return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } })
        },
      })
      const seen: number[] = []
      await client.callTool('odd', {}, { onProgress: ({ progress }) => seen.push(progress) })
      assert.equal(seen, [0.5, 0.25, 0.75])
      assert.equal(await timesSent(server, 'tools/call'), 0)
    },
  }),
  {
    name: "progress on another request's stream is not delivered",
    ids: ['protocol:U-16'],
    async run({ connectModern, assert }) {
      let tokenOfFirst: unknown
      let begun = () => {}
      let finish = () => {}
      const first = new Promise<void>((resolve) => {
        begun = resolve
      })
      const second = new Promise<void>((resolve) => {
        finish = resolve
      })
      const client = await connectModern({
        fetch: async (url, init) => {
          const { id, method, params } = JSON.parse(init.body ?? '{}')
          if (method !== 'tools/call') return fetch(url, init)
          if (params.name === 'first') {
            tokenOfFirst = params._meta.progressToken
            begun()
            await second
          }
          const foreign = { progressToken: tokenOfFirst, progress: 1 }
          const messages = [
            ...(params.name === 'second' ? [{ method: 'notifications/progress', params: foreign }] : []),
            { id, result: { content: [] } },
          ]
          const body = messages.map((message) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`)
          return new Response(body.join(''), { headers: { 'content-type': 'text/event-stream' } })
        },
      })
      const seen: string[] = []
      const call = (name: string) => client.callTool(name, {}, { onProgress: () => void seen.push(name) })
      const waiting = call('first')
      await first
      await call('second')
      finish()
      await waiting
      assert.equal(seen, [])
    },
  },
]
