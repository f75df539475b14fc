/** What is left of a wrongly remembered era: no stream stays open. */
import type { Fetch } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { eventually, textsOf } from '../steps/calls.ts'
import { HANDSHAKES } from '../steps/handshake-versions.ts'
import { rememberedAs } from '../steps/remembered-era.ts'

export const releasedStreams: Scenario[] = [
  {
    name: 'the stream on which a server showed that it is of another era is released',
    ids: ['D-14'],
    async run(world) {
      const { connectAny, server, assert } = world
      await server.configure({ versions: [...HANDSHAKES] })
      let isReleased = false
      let wasAnswered = false
      const fetchOnce: Fetch = async (url, init) => {
        const { id, method } = JSON.parse(init.body ?? '{}') as { id: number; method?: string }
        if (method !== 'tools/call' || wasAnswered) return fetch(url, init)
        wasAnswered = true
        const error = { code: -32601, message: 'Method not found' }
        const text = `data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
          cancel() {
            isReleased = true
          },
        })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      const client = await connectAny({ ...rememberedAs('modern'), fetch: fetchOnce })
      assert.equal(textsOf(await client.callTool('echo', { text: 'x' })), ['x'])
      assert.equal(client.connection.era, 'legacy')
      await eventually(world, () => isReleased)
    },
  },
]
