/** Limits of a call in both eras: silence, total time, the caller's own will; and the server learns of each end. */

import type { Server } from '../../src/testing/index.ts'
import { inBothEras } from './features-eras.ts'
import type { Scenario } from './scenario.ts'

/** Resolves when the server knows, by the means of the era, that nobody waits for so many calls any more. */
async function learned(server: Server, modern: boolean, calls = 1): Promise<void> {
  await server.until((entries) => {
    const over = entries.filter(({ rpc, ended }) => rpc === 'tools/call' && ended !== undefined)
    const told = entries.filter(({ rpc }) => rpc === 'notifications/cancelled')
    const left = over.every(({ ended }) => ended === 'client-left')
    return over.length === calls && (modern ? left && told.length === 0 : told.length === calls)
  })
}

export const featuresLimits: Scenario[] = [
  ...inBothEras('protocol:U-27 a call that falls silent ends in time, and the server learns of it', async (world) => {
    const { connect, server, assert, modern } = world
    const client = await connect()
    const error = { code: 'timeout', limit: 'timeout', delivery: 'unknown' }
    await assert.rejects(client.callTool('slow', { ms: 60_000 }, { timeout: 800 }), error)
    await learned(server, modern)
    assert.equal((await client.callTool('echo', { text: 'on' })).content, [{ type: 'text', text: 'on' }])
  }),
  ...inBothEras('protocol:U-28 progress keeps a call alive, but not for ever', async (world) => {
    const { connect, server, assert, modern } = world
    const client = await connect()
    let told = 0
    const endless = client.callTool(
      'count',
      { to: 1_000_000, every: 20 },
      { timeout: 400, maxTimeout: 900, onProgress: () => void told++ },
    )
    await assert.rejects(endless, { code: 'timeout', limit: 'maxTimeout' })
    assert(told > 2, `there was progress: ${told}`)
    await learned(server, modern)
  }),
  ...inBothEras(
    'protocol:U-24 U-25 a call that is given up ends at once, before its answer and while it comes',
    async (world) => {
      const { connect, server, assert, modern } = world
      const states = { silent: [], begun: [{ stream: {} }, { notify: 1 }] }
      for (const [barrier, steps] of Object.entries(states)) {
        await server.script({ on: { rpc: 'tools/call' }, do: [...steps, { barrier }, { hold: 'forever' }] })
        const client = await connect()
        const stop = new AbortController()
        const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal })
        await server.reached(barrier)
        const reason = new Error('enough')
        stop.abort(reason)
        assert((await assert.rejects(call)) === (reason as never), 'the caller’s own reason')
      }
      await learned(server, modern, 2)
    },
  ),
  {
    name: 'protocol:U-16 progress on the stream of another request is nobody’s',
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
