/** Progress that comes on the GET stream instead of the stream of its call. */
import { expect, test } from 'vitest'
import type { Rule, Step } from '../../src/testing/index.ts'
import { count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const onCall = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ...steps] })

/** Sends progress for the last call on the GET stream. */
async function sendProgress(progress: number): Promise<void> {
  const { id } = (await world.server.journal()).findLast(({ rpcMethod }) => rpcMethod === 'tools/call')!
  const params = { progressToken: id, progress }
  await world.server.act({ notify: { method: 'notifications/progress', params } })
}

test('progress on the GET stream reaches its call and is a sign of life', async () => {
  await world.server.script(onCall({ delay: 40_000 }, { answer: true }))
  const client = await world.connect({ handlers: { roots: () => [] } })
  await world.advance(100)
  expect(client.connection.listening).toBe('open')
  const steps: number[] = []
  const onProgress = ({ progress }: { progress: number }) => steps.push(progress)
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 10_000, onProgress }))
  for (const progress of [1, 2, 3, 4]) {
    await world.advance(9_000)
    await sendProgress(progress)
  }
  await world.advance(5_000)
  expect(await call).toMatchObject({ took: 40_000, value: { content: [{ text: 'x' }] } })
  expect(steps).toEqual([1, 2, 3, 4])
})

test('a call that asked for progress and hears nothing for 5 s opens the GET stream until it ends', async () => {
  await world.server.script(onCall({ delay: 20_000 }, { answer: true }))
  const client = await world.connect()
  const steps: number[] = []
  const onProgress = ({ progress }: { progress: number }) => steps.push(progress)
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout: 12_000, onProgress }))
  await world.advance(4_999)
  expect(await count(world, 'GET')).toEqual([0])
  await world.advance(5_001)
  expect(await count(world, 'GET')).toEqual([1])
  await sendProgress(1)
  await world.advance(10_000)
  expect(await call).toMatchObject({ took: 20_000 })
  expect(steps).toEqual([1])
  await world.advance(100)
  const get = (await world.server.journal()).find(({ httpMethod }) => httpMethod === 'GET')
  expect(get?.ended).toBe('client-left')
  expect(client.connection.listening).toBe('off')
})

test('a call whose own stream has progress, or that did not ask for it, opens no GET stream', async () => {
  const client = await world.connect()
  await world.server.script(onCall({ notify: 1 }, { delay: 20_000 }, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }, { onProgress: () => {} }))
  await world.server.script(onCall({ delay: 20_000 }, { answer: true }))
  await world.until(client.callTool('echo', { text: 'x' }))
  expect(await count(world, 'GET')).toEqual([0])
})

test('a server without a GET stream is asked for it once', async () => {
  await world.server.script(onCall({ delay: 20_000 }, { answer: true }), {
    on: { httpMethod: 'GET' },
    do: [{ respond: { status: 405 } }],
  })
  const client = await world.connect()
  for (const text of ['one', 'two']) {
    const { content } = await world.until(client.callTool('echo', { text }, { onProgress: () => {} }))
    expect(content).toEqual([{ type: 'text', text }])
  }
  expect(await count(world, 'GET')).toEqual([1])
})

test('the time that callbacks block the thread is no silence of the server', async () => {
  await world.server.script(onCall({ delay: 20_000 }, { notify: 3 }, { delay: 50_000 }, { answer: true }))
  const client = await world.connect()
  let calls = 0
  const onProgress = () => {
    calls++
    // Timers stand still, as while a callback runs, and the clock goes on.
    world.sleep(15_000, true)
  }
  const { content } = await world.until(client.callTool('echo', { text: 'x' }, { timeout: 60_000, onProgress }))
  expect(content).toEqual([{ type: 'text', text: 'x' }])
  expect(calls).toBe(3)
})
