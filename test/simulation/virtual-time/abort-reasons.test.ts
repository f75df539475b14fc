/** A call that is aborted rejects with the reason itself, whatever that is. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const REASONS: [string, unknown][] = [
  ['a symbol', Symbol('stop')],
  ['an object without a prototype', Object.create(null)],
  [
    'an object whose text throws',
    {
      toString() {
        throw new Error('no text')
      },
    },
  ],
]

test.each(
  ['2026-07-28', '2025-11-25', '/sse'].flatMap((server) => REASONS.map((reason) => [server, ...reason] as const)),
)('%s: a call that is aborted with %s rejects with it', async (server, _, reason) => {
  const isSse = server === '/sse'
  const versions = [isSse ? '2025-11-25' : server] as ConnectOptions['versions'] & {}
  const options = { url: isSse ? world.server.sseUrl : world.server.url, versions }
  const client = await world.connect({ ...options, onEvent: () => {} })
  const outcome = async (run: (signal: AbortSignal) => Promise<unknown>, isEarly: boolean) => {
    const stop = new AbortController()
    if (isEarly) stop.abort(reason)
    const settled = run(stop.signal).then(
      () => 'answered',
      (error) => error,
    )
    await world.settle()
    stop.abort(reason)
    return world.until(settled)
  }
  const slow = (...args: Parameters<typeof world.fetch>) => world.clock.wait(1_000).then(() => world.fetch(...args))
  for (const isEarly of [true, false]) {
    const actions = {
      connect: (signal: AbortSignal) => world.connect({ ...options, fetch: slow, signal }),
      call: (signal: AbortSignal) => client.callTool('slow', { ms: 10_000 }, { signal }),
      read: (signal: AbortSignal) => client.readResource('test://slow', { signal }),
      async listen(signal: AbortSignal) {
        for await (const change of client.listen({ toolsListChanged: true }, { signal })) void change
      },
    }
    for (const [name, run] of Object.entries(actions)) {
      if (name === 'read' && !isEarly) continue
      expect((await outcome(run, isEarly)) === reason, `${name}, ${isEarly ? 'before' : 'meanwhile'}`).toBe(true)
    }
  }
})
