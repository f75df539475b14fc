/** Packets that vanish without a sign: a call that can be resumed does not wait for its timeout. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../src/core/index.ts'
import type { Rule, Step } from '../../src/testing/index.ts'
import { count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const onCall = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ...steps] })

/** A network that loses all but the first piece of the answers to calls, without a sign. */
const vanishing: Fetch = async (url, init) => {
  const response = await world.fetch(url, init)
  if (!init.body?.includes('"tools/call"')) return response
  let pieces = 0
  const vanish = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (!pieces++) controller.enqueue(chunk)
    },
    flush: () => new Promise(() => {}),
  })
  return new Response(response.body!.pipeThrough(vanish), response)
}

const echo = { content: [{ type: 'text', text: 'x' }] }

test('a silent stream is opened again after 30 s, and the call gets its answer there', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 10_000 }, { answer: true, store: true }))
  const client = await world.connect({ fetch: vanishing, keepAlive: false })
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }))
  const { value, took } = await world.until(call)
  expect(value).toMatchObject(echo)
  expect(took).toBe(30_000)
  const gets = (await world.server.journal()).filter(({ httpMethod }) => httpMethod === 'GET')
  expect(gets.map(({ headers }) => headers['last-event-id'])).toEqual(['p1'])
})

test.each([405, 409])('a server that refuses (%s) is asked once, and the first stream is read on', async (status) => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 110_000 }, { answer: true }), {
    on: { httpMethod: 'GET' },
    do: [{ respond: { status } }],
  })
  const client = await world.connect({ keepAlive: false })
  const { value, took } = await world.until(
    outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 200_000 })),
  )
  expect(value).toMatchObject(echo)
  expect(took).toBe(110_000)
  expect(await count(world, 'GET', 'tools/call')).toEqual([1, 1])
})

test('a stream with signs of life, or without an event id, is not opened again', async () => {
  const client = await world.connect({ keepAlive: false })
  const trickle = { trickle: { bytes: 5, every: 20_000, times: 6 } }
  await world.server.script(onCall({ prime: { id: 'p1' } }, trickle, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }, { timeout: 50_000 }))
  await world.server.script(onCall({ comment: 'no id' }, { delay: 100_000 }, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }, { timeout: 200_000 }))
  expect(await count(world, 'GET', 'tools/call')).toEqual([0, 2])
})

test('the answer may still come on the first stream while the second is being opened', async () => {
  await world.server.script(onCall({ prime: { id: 'p1' } }, { delay: 31_000 }, { answer: true }), {
    on: { httpMethod: 'GET' },
    do: [{ delay: 5_000 }, { pass: true }],
  })
  const client = await world.connect({ keepAlive: false })
  const { value, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(value).toMatchObject(echo)
  expect(took).toBe(31_000)
  await world.advance(10_000)
  const get = (await world.server.journal()).find(({ httpMethod }) => httpMethod === 'GET')
  expect(get?.ended).toBeDefined()
})
