/** Progress that comes on the GET stream instead of the stream of its call. */
import { expect, test } from 'vitest'
import type { Rule, Step } from '../../../src/testing/index.ts'
import { count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const onCall = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'tools/call' }, do: [{ stream: {} }, ...steps] })

/** Sends progress for the last call on the GET stream. */
async function sendProgress(progress: number, total?: number): Promise<void> {
  const { id } = (await world.server.journal()).findLast(({ rpcMethod }) => rpcMethod === 'tools/call')!
  const params = { progressToken: id, progress, total }
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

test.each([5_000, 800])(
  'a call with a timeout of %s ms finds its progress on the GET stream in time',
  async (timeout) => {
    await world.server.script(onCall({ delay: 3 * timeout }, { answer: true }))
    const client = await world.connect({ keepAlive: false })
    const steps: number[] = []
    const onProgress = ({ progress }: { progress: number }) => steps.push(progress)
    const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { timeout, onProgress }))
    await world.advance(timeout / 2)
    expect(await count(world, 'GET')).toEqual([1])
    await sendProgress(0)
    for (const progress of [1, 2, 3]) {
      await world.advance(timeout / 2)
      await sendProgress(progress)
    }
    await world.advance(timeout - 1)
    await sendProgress(4)
    await world.advance(1)
    expect(await call).toMatchObject({ took: 3 * timeout, value: { content: [{ text: 'x' }] } })
    expect(steps).toEqual([0, 1, 2, 3, 4])
  },
)

test('once a session has delivered progress on the GET stream, later calls open it at once', async () => {
  await world.server.script(onCall({ delay: 8_000 }, { answer: true }))
  const client = await world.connect({ keepAlive: false })
  const steps: number[] = []
  const onProgress = ({ progress }: { progress: number }) => steps.push(progress)
  const first = client.callTool('echo', { text: 'x' }, { onProgress })
  await world.advance(6_000)
  await sendProgress(1)
  await world.until(first)
  const second = client.callTool('echo', { text: 'x' }, { onProgress })
  await world.advance(10)
  await sendProgress(2)
  await world.advance(1_000)
  expect(steps).toEqual([1, 2])
  await world.until(second)
  // Another session may be with another server.
  await world.server.act({ expireSessions: true })
  await world.until(client.callTool('echo', { text: 'x' }))
  const gets = await count(world, 'GET')
  const third = client.callTool('echo', { text: 'x' }, { onProgress })
  await world.advance(1_000)
  expect(await count(world, 'GET')).toEqual(gets)
  await world.until(third)
})

test('an answer waits 50 ms for the last progress if that is still expected', async () => {
  const client = await world.connect({ keepAlive: false, handlers: { roots: () => [] } })
  await world.advance(100)
  const run = async (lastAfter: number | undefined) => {
    await world.server.script(onCall({ delay: 1_000 }, { answer: true }))
    const steps: number[] = []
    const onProgress = ({ progress }: { progress: number }) => steps.push(progress)
    const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { onProgress }))
    await world.advance(500)
    await sendProgress(1, 2)
    if (lastAfter !== undefined) world.clock.schedule(lastAfter, () => void sendProgress(2, 2))
    const { took } = await world.until(call)
    return { steps, took }
  }
  expect(await run(200)).toEqual({ steps: [1, 2], took: 1_000 })
  expect(await run(530)).toEqual({ steps: [1, 2], took: 1_030 })
  expect(await run(undefined)).toEqual({ steps: [1], took: 1_050 })
})

test('a call that is aborted while its answer waits for the last progress rejects with the reason', async () => {
  const client = await world.connect({ keepAlive: false, handlers: { roots: () => [] } })
  await world.advance(100)
  await world.server.script(onCall({ delay: 1_000 }, { answerError: { code: -32_603, message: 'broken' } }))
  const stop = new AbortController()
  const options = { onProgress: () => {}, signal: stop.signal }
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, options))
  await world.advance(500)
  await sendProgress(1, 2)
  world.clock.schedule(520, () => stop.abort('enough'))
  expect(await world.until(call)).toMatchObject({ error: 'enough', took: 1_020 })
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
