/** URL elicitations: the user accepts once, and the page may be done much later. */
import { expect, test } from 'vitest'
import { connectObserved, count } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const MINUTE = 60_000

const world = useVirtualWorld()

const visit = { mode: 'url', message: 'Sign in', url: 'https://example.com/in', elicitationId: 'e-1' }
const refusal = { answerError: { code: -32042, message: 'Sign in first', data: { elicitations: [visit] } } }

/** A URL handler that accepts, and the number of its calls. */
function acceptor(completed?: () => Promise<unknown>) {
  const asked = { count: 0 }
  const url = () => {
    asked.count++
    return { action: 'accept' as const, completed: completed?.() }
  }
  return { asked, handlers: { elicit: { url } } }
}

test('the server is asked again with growing delays until the page is done, and the user once [protocol:F-66]', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [refusal] })
  const { asked, handlers } = acceptor()
  const { client } = await connectObserved(world, { handlers, versions: ['2025-11-25'] })
  const call = client.callTool('echo', { text: 'x' })
  await world.advance(MINUTE)
  // After 0, 1, 3, 7, 15, 30, 45 and 60 s.
  expect(await count(world, 'tools/call')).toEqual([8])
  await world.server.script()
  expect(await world.until(call)).toMatchObject({ content: [{ text: 'x' }] })
  expect(asked.count).toBe(1)
})

test('a page that is never done ends with maxTotalTimeout [protocol:F-66]', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [refusal] })
  const { asked, handlers } = acceptor()
  const { client } = await connectObserved(world, { handlers, versions: ['2025-11-25'] })
  const call = client.callTool('echo', { text: 'x' }, { maxTotalTimeout: 5 * MINUTE })
  await expect(world.until(call)).rejects.toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout' })
  expect(asked.count).toBe(1)
})

test('notifications/elicitation/complete ends the wait at once [protocol:F-68]', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [refusal] })
  const { handlers } = acceptor()
  const { client } = await connectObserved(world, { handlers, versions: ['2025-11-25'] })
  const start = world.clock.now()
  const call = client.callTool('echo', { text: 'x' })
  await world.advance(300)
  const params = { elicitationId: 'e-1' }
  await world.server.act({ notify: { method: 'notifications/elicitation/complete', params } })
  expect(await world.until(call)).toMatchObject({ content: [{ text: 'x' }] })
  expect(world.clock.now() - start).toBeLessThan(900)
})

test('a promise of the handler is awaited, and its time does not count', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, nth: 1, do: [refusal] })
  const { asked, handlers } = acceptor(() => world.clock.wait(20 * MINUTE))
  const { client } = await connectObserved(world, { handlers, versions: ['2025-11-25'] })
  const call = client.callTool('echo', { text: 'x' }, { maxTotalTimeout: 10 * MINUTE })
  await world.advance(19 * MINUTE)
  expect(await count(world, 'tools/call')).toEqual([1])
  expect(await world.until(call)).toMatchObject({ content: [{ text: 'x' }] })
  expect(asked.count).toBe(1)
})

test('in 2026-07-28 an accepted URL is not shown again, and the server is polled with its state', async () => {
  const { elicitationId: _, ...params } = visit
  const inputRequests = { page: { method: 'elicitation/create', params } }
  const need = { resultType: 'input_required', inputRequests, requestState: 's' }
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: need }] })
  const { asked, handlers } = acceptor()
  const { client } = await connectObserved(world, { handlers, versions: ['2026-07-28'] })
  const call = client.callTool('echo', { text: 'x' })
  await world.advance(MINUTE)
  expect((await count(world, 'tools/call'))[0]).toBeLessThan(12)
  const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [{ answerJson: done }] })
  expect(await world.until(call)).toMatchObject({ content: [{ text: 'done' }] })
  expect(asked.count).toBe(1)
})
