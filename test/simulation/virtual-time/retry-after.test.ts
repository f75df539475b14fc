/** Requests that are refused with Retry-After. */
import { expect, test } from 'vitest'
import { callsIn } from '../../scenarios/steps/calls.ts'
import { count, expectBetween, intervalsOf, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const world = useVirtualWorld()

const refuse = (status: number, retryAfter: string) => ({
  respond: { status, headers: { 'retry-after': retryAfter } },
})

const REFUSALS = [
  [429, '1', 1_000],
  [503, '1', 1_000],
  [429, '10', 10_000],
  [503, '10', 10_000],
  [429, 'a date', 3_000],
] as const

test.each(REFUSALS.flatMap((refusal) => [['tools/list', ...refusal] as const, ['tools/call', ...refusal] as const]))(
  '%s is sent again once after %i with Retry-After: %s [K-24]',
  async (rpcMethod, status, retryAfter, wait) => {
    const value = retryAfter === 'a date' ? new Date(world.clock.now() + wait).toUTCString() : retryAfter
    await world.server.script({ on: { rpcMethod }, nth: 1, do: [refuse(status, value)] })
    const client = await world.connect()
    if (rpcMethod === 'tools/list') expect((await world.until(client.listTools())).length).toBeGreaterThan(0)
    else {
      const result = await world.until(client.callTool('echo', { text: 'x' }))
      expect(result.content).toEqual([{ type: 'text', text: 'x' }])
    }
    const sent = (await world.server.journal()).filter((entry) => entry.rpcMethod === rpcMethod)
    expect(sent.length).toBe(2)
    expectBetween(intervalsOf(sent)[0], wait, wait * 1.1)
  },
)

test('a second refusal is not waited for: it is the error, with its own time to wait [K-24]', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(429, '3')] })
  const client = await world.connect()
  const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' })))
  expect(error).toMatchObject({
    code: 'http',
    status: 429,
    delivery: 'not-executed',
    retryable: true,
    retryAfterMs: 3_000,
  })
  expect(took).toBeLessThanOrEqual(3_300)
  expect(await count(world, 'tools/call')).toEqual([2])
})

test('a call that is aborted while it waits to be sent again is not sent again [K-24]', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(429, '5')] })
  const client = await world.connect()
  const stop = new AbortController()
  const call = client.callTool('echo', { text: 'x' }, { signal: stop.signal }).catch((error) => error)
  await world.advance(1_000)
  stop.abort('enough')
  expect(await world.until(call)).toBe('enough')
  await world.advance(60_000)
  expect(await count(world, 'tools/call')).toEqual([1])
})

test('closing ends the wait of a call that is to be sent again', async () => {
  await world.server.script({ on: { rpcMethod: 'tools/call' }, do: [refuse(503, '9')] })
  const client = await world.connect()
  const call = client.callTool('echo', { text: 'x' }).catch((reason) => reason)
  await world.advance(1_000)
  await world.until(client.close())
  expect(await call).toMatchObject({ code: 'closed' })
  await world.advance(60_000)
  expect(callsIn(await world.server.journal()).length).toBe(1)
  expect(world.timers()).toBe(0)
})
