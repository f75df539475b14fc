/** Bytes of a message that is arriving are a sign of life, however long the message takes. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import type { Rule, Step } from '../../../src/testing/index.ts'
import { outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const TEXT = 'x'.repeat(20_000)

/** Cuts a text into pieces, and writes one every 10 s. */
function slowly(text: string): ReadableStream<Uint8Array> {
  const pieces = text.match(/[\s\S]{1,2500}/g)!
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece === undefined) return controller.close()
      await world.clock.wait(10_000)
      controller.enqueue(new TextEncoder().encode(piece))
    },
  })
}

/** A network on which the answers to tool calls are slow. */
const slow: Fetch = async (url, init) => {
  const response = await world.fetch(url, init)
  if (!init.body?.includes('"tools/call"')) return response
  return new Response(slowly(await response.text()), response)
}

test.each(['a stream', 'JSON'])('a long answer in %s may take longer than the timeout', async (what) => {
  if (what === 'JSON') await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: true }] })
  const client = await world.connect({ fetch: slow, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: TEXT }, { timeout: 15_000 }))
  const { value, took } = await world.until(call)
  expect(value?.content).toEqual([{ type: 'text', text: TEXT }])
  expect(took).toBeGreaterThan(60_000)
})

test('a long message over HTTP+SSE is a sign of life for all who wait', async () => {
  await world.server.configure({ sse: { sendTimeout: 3_600_000 } })
  const pieces: string[] = []
  const slowStream: Fetch = async (url, init) => {
    const response = await world.fetch(url, init)
    if (init.method !== 'GET') return response
    const decoder = new TextDecoder()
    const transform = new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        const text = decoder.decode(chunk)
        if (text.length < 1_000) return controller.enqueue(chunk)
        for (const piece of text.match(/[\s\S]{1,2500}/g)!) {
          await world.clock.wait(10_000)
          pieces.push(piece)
          controller.enqueue(new TextEncoder().encode(piece))
        }
      },
    })
    return new Response(response.body!.pipeThrough(transform), response)
  }
  const client = await world.connect({ url: world.server.sseUrl, fetch: slowStream, keepAlive: false })
  const timeout = { timeout: 15_000 }
  const calls = Promise.all([
    client.callTool('echo', { text: TEXT }, timeout),
    client.callTool('echo', { text: 'waits' }, timeout),
  ])
  const [long, short] = await world.until(calls)
  expect(long.content).toEqual([{ type: 'text', text: TEXT }])
  expect(short.content).toEqual([{ type: 'text', text: 'waits' }])
  expect(pieces.length).toBeGreaterThan(8)
})

test('an event id counts as a sign of life when it is new', async () => {
  const client = await world.connect({ keepAlive: false })
  const again = (id: string): Step => ({ frame: `id: ${id}\ndata:\n\n` })
  const call = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ...steps] })
  const ids = ['a', 'b', 'c'].flatMap((id) => [again(id), { delay: 10_000 }])
  await world.server.script(call(...ids, { answer: true }))
  const { value } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 15_000 })))
  expect(value?.content).toEqual([{ type: 'text', text: 'x' }])
  const sameId = [1, 2, 3].flatMap(() => [again('a'), { delay: 10_000 }])
  await world.server.script(call(...sameId, { answer: true }))
  const late = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 15_000 }))
  expect(await world.until(late)).toMatchObject({ took: 15_000, error: { code: 'timeout' } })
})
