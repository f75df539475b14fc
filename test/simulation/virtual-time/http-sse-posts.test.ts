/** HTTP+SSE: the response to the POST of a call counts until the answer has arrived. */
import { expect, test } from 'vitest'
import type { Fetch } from '../../../src/core/index.ts'
import { count, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const log = { notify: { method: 'notifications/message', params: { level: 'info', data: 'busy' } } }

const isCall = (body: string | undefined) => !!body?.includes('"tools/call"')

/** Replaces the first POST of a call. */
function onFirstCall(replace: (pass: () => Promise<Response>) => Promise<Response>): Fetch {
  let calls = 0
  return (url, init) => {
    const pass = () => world.fetch(url, init)
    return isCall(init.body) && !calls++ ? replace(pass) : pass()
  }
}

test('a log message does not hide that the POST of the only call was cut', async () => {
  const fetch = onFirstCall(async () => {
    await world.server.act(log)
    await world.clock.wait(1_000)
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })
  })
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  const logs: unknown[] = []
  const call = outcomeOf(world, client.callTool('echo', { text: 'x' }, { onLog: ({ data }) => logs.push(data) }))
  const { error, took } = await world.until(call)
  expect(error).toMatchObject({ code: 'connection', delivery: 'unknown' })
  expect([took, logs]).toEqual([1_000, ['busy']])
})

test('a log message does not hide that the session is lost, and the call is sent in the next one', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const fetch = onFirstCall(async () => {
    await world.server.act(log)
    await world.clock.wait(1_000)
    return new Response('There is no such session', { status: 404 })
  })
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  const { value, error } = await world.until(outcomeOf(world, client.callTool('counter')))
  expect(error).toBeUndefined()
  expect(value).toMatchObject({ content: [{ text: '1' }] })
  expect(await count(world, 'initialize', 'tools/call')).toEqual([2, 1])
})

test('a session that is lost again and again after a log message fails the call', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  let posts = 0
  const fetch: Fetch = async (url, init) => {
    if (!isCall(init.body)) return world.fetch(url, init)
    posts++
    await world.server.act(log)
    await world.clock.wait(100)
    return new Response('There is no such session', { status: 404 })
  }
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  const { error } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(error).toMatchObject({ code: 'session-lost', delivery: 'not-executed', cause: { status: 404 } })
  expect(posts).toBe(2)
})

test('messages of a call arrive while the server holds back the response to its POST', async () => {
  const fetch = onFirstCall(async (pass) => {
    const response = await pass()
    await world.clock.wait(20_000)
    return response
  })
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  const seen: number[] = []
  const onProgress = ({ progress }: { progress: number }) => seen.push(world.clock.now() - start, progress)
  const start = world.clock.now()
  const call = client.callTool('count', { to: 2, every: 1_000 }, { onProgress, timeout: 5_000 })
  expect((await world.until(call)).content).toMatchObject([{ text: 'counted to 2' }])
  expect(seen.filter((value) => value < 3)).toEqual([1, 2])
  expect(world.clock.now() - start).toBeLessThan(5_000)
})

test('the answer counts, whatever becomes of the POST afterwards', async () => {
  const fetch = onFirstCall(async (pass) => {
    await pass()
    await world.clock.wait(100)
    throw new TypeError('fetch failed')
  })
  const client = await world.connect({ url: world.server.sseUrl, fetch })
  expect((await world.until(client.callTool('echo', { text: 'x' }))).content).toMatchObject([{ text: 'x' }])
})

test('a call that meets a stream which has just ended is sent in the next session, once', async () => {
  await world.server.configure({ sse: { retry: 10 } })
  const client = await world.connect({ url: world.server.sseUrl })
  let call: Promise<{ content: unknown }> | undefined
  // The status changes a moment after the end of the stream; calls may start in between.
  const running = client.callTool('slow', { ms: 60_000 }).catch(() => {
    call ??= client.callTool('counter')
  })
  await world.settle()
  await world.server.act({ closeStreams: 'sse' })
  await world.until(running)
  expect((await world.until(call!)).content).toMatchObject([{ text: '1' }])
  expect(await count(world, 'tools/call')).toEqual([2])
})
