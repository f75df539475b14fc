/** Calls that are ended by one of their own callbacks. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'

const log = { method: 'notifications/message', params: { level: 'info', data: 'late' } }

export const abortsInsideCallbacks: Scenario[] = inBothEras({
  name: 'a call that ends inside of its onProgress runs none of its callbacks any more, also for what has arrived already',
  async run({ connect, server, assert }) {
    const progress = [{ stream: {} }, { notify: 20 }, { notify: log }, { notify: 20 }, { hold: 'forever' as const }]
    await server.script({ on: { rpcMethod: 'tools/call' }, do: progress })
    for (const end of ['abort', 'close']) {
      const client = await connect()
      const stop = new AbortController()
      const seen: unknown[] = []
      const error = await assert.rejects(
        client.callTool(
          'count',
          { to: 40 },
          {
            signal: stop.signal,
            onLog: ({ data }) => void seen.push(data),
            onProgress({ progress }) {
              if (seen.push(progress) < 3) return
              if (end === 'abort') stop.abort('enough')
              else void client.close()
            },
          },
        ),
      )
      if (end === 'abort') assert.equal(error, 'enough' as never)
      else assert.equal(error.code, 'closed')
      assert.equal(seen, [1, 2, 3])
    }
  },
})
