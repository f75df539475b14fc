/** When a task is asked for, and when it is given up, on a clock that shows it to the millisecond. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallOptions, Client } from '../../../src/core/index.ts'
import { textsOf } from '../../scenarios/steps/calls.ts'
import { completed, creates, extensions, polled, sent } from '../../scenarios/tasks/steps/tasks.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'
import { count } from './observed.ts'

const HOUR = 3_600_000

let world: VirtualWorld
let client: Client

beforeEach(async () => {
  world = createVirtualWorld()
  client = await world.connect({ versions: ['2026-07-28'], extensions })
})

afterEach(async () => {
  await world.end()
  expect(world.timers()).toBe(0)
})

/** A call that the script answers with a task. */
const call = (options: CallOptions = {}) => client.callTool('greet', { name: 'x' }, options)

/** Milliseconds between the call and each poll. */
async function pollTimes(): Promise<number[]> {
  const journal = await world.server.journal()
  const [begun] = sent(journal, 'tools/call')
  return sent(journal, 'tasks/get').map(({ at }) => at - begun!.at)
}

/** The promise's value or reason, and how long it took. */
async function timed(promise: Promise<unknown>): Promise<{ outcome: unknown; took: number }> {
  const started = world.clock.now()
  const outcome = await world.until(promise.catch((reason) => reason))
  return { outcome, took: world.clock.now() - started }
}

test('protocol:K-6 the server says how often it wants to be asked, and may change its mind', async () => {
  await world.server.script(
    creates({ pollIntervalMs: 2_000 }),
    polled({ pollIntervalMs: 5_000 }, 1),
    polled({ pollIntervalMs: 500 }, 2),
    polled(completed()),
  )
  expect(textsOf((await timed(call())).outcome as never)).toEqual(['done'])
  expect(await pollTimes()).toEqual([2_000, 7_000, 7_500])
})

test.each([
  ['nothing', undefined, 1_000],
  ['nonsense', 'often', 1_000],
  ['less than nothing', -1, 1_000],
  ['no time at all', 0, 100],
  ['a year', 365 * 24 * HOUR, HOUR],
])('protocol:K-6 a server that says %s is asked at a sensible pace', async (_, pollIntervalMs, expected) => {
  const state = { pollIntervalMs, ttlMs: null }
  await world.server.script(creates(state), polled(state, 1), polled(completed()))
  await timed(call())
  expect(await pollTimes()).toEqual([expected, 2 * expected])
})

test('protocol:K-16 a task that does not end within its time to live is asked once more and given up', async () => {
  const state = { ttlMs: 10_000, pollIntervalMs: 4_000 }
  await world.server.script(creates(state), polled(state))
  const { outcome, took } = await timed(call())
  expect(outcome).toMatchObject({ code: 'task', reason: 'expired', taskId: 'task-1', delivery: 'unknown' })
  expect(took).toBe(10_000)
  expect(await pollTimes()).toEqual([4_000, 8_000, 10_000])
  expect(await count(world, 'tasks/cancel')).toEqual([0])
})

test('protocol:K-16 a time to live that grows is a time to live', async () => {
  await world.server.script(
    creates({ ttlMs: 3_000, pollIntervalMs: 2_000 }),
    polled({ ttlMs: 60_000, pollIntervalMs: 20_000 }, 1),
    polled(completed()),
  )
  expect((await timed(call())).took).toBe(22_000)
})

test('protocol:K-16 a task that may live for ever is waited for, far beyond the limits of a request', async () => {
  const state = { ttlMs: null, pollIntervalMs: 600_000 }
  await world.server.script(
    creates(state),
    ...Array.from({ length: 60 }, (_, n) => polled(state, n + 1)),
    polled(completed()),
  )
  const { outcome, took } = await timed(call())
  expect(textsOf(outcome as never)).toEqual(['done'])
  expect(took).toBe(61 * 600_000)
})

test('a limit that the caller sets for the whole call holds for the task too, and leaves it alone', async () => {
  await world.server.script(creates({ ttlMs: null }), polled({ ttlMs: null }))
  const { outcome, took } = await timed(call({ maxTimeout: 5_000 }))
  expect(outcome).toMatchObject({ code: 'timeout', limit: 'maxTimeout', delivery: 'unknown' })
  expect(took).toBe(5_000)
  expect(await count(world, 'tasks/cancel')).toEqual([0])
})

test('protocol:K-24 a server that is away for a while does not cost the task', async () => {
  await world.server.script(
    creates(),
    { on: { rpc: 'tasks/get' }, nth: 1, do: [{ respond: { status: 503 } }] },
    { on: { rpc: 'tasks/get' }, nth: 2, do: [{ fault: true }] },
    { on: { rpc: 'tasks/get' }, nth: 3, do: [{ respond: { status: 502 } }] },
    polled(completed()),
  )
  expect(textsOf((await timed(call())).outcome as never)).toEqual(['done'])
  const [first, second, third, fourth] = await pollTimes()
  const pauses = [second! - first!, third! - second!, fourth! - third!]
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(750 * 2 ** index)
    expect(pause).toBeLessThanOrEqual(1_250 * 2 ** index)
  }
})

test('protocol:K-24 a server that stays away ends the call, and the token is still good', async () => {
  await world.server.script(creates({ ttlMs: null }), { on: { rpc: 'tasks/get' }, do: [{ respond: { status: 503 } }] })
  const tokens: unknown[] = []
  const { outcome } = await timed(call({ onResumable: (token) => tokens.push(token) }))
  expect(outcome).toMatchObject({ code: 'http', status: 503 })
  expect((await pollTimes()).length).toBe(11)
  await world.server.script(polled(completed()))
  const resumed = await timed(call({ resume: tokens[0] as { taskId: string } }))
  expect(textsOf(resumed.outcome as never)).toEqual(['done'])
})

test('protocol:K-24 an answer to a question is sent again until the server has it', async () => {
  const asked = { elicit: () => ({ action: 'decline' }) as const }
  client = await world.connect({ versions: ['2026-07-28'], extensions, handlers: asked })
  const question = { method: 'elicitation/create', params: { message: 'Well?', requestedSchema: { type: 'object' } } }
  const state = { status: 'input_required', inputRequests: { well: question } }
  await world.server.script(
    creates(),
    { on: { rpc: 'tasks/update' }, nth: 1, do: [{ respond: { status: 503 } }] },
    { on: { rpc: 'tasks/update' }, nth: 2, do: [{ answerJson: {} }] },
    ...[1, 2, 3].map((nth) => polled({ ...state, pollIntervalMs: 2_000 }, nth)),
    polled(completed()),
  )
  expect(textsOf((await timed(call())).outcome as never)).toEqual(['done'])
  expect(await count(world, 'tasks/update')).toEqual([2])
})

test('protocol:K-23 protocol:K-17 after an abort or a close nothing is asked any more', async () => {
  await world.server.script(creates(), polled({}))
  const stop = new AbortController()
  const aborted = call({ signal: stop.signal }).catch((reason) => reason)
  const closed = call().catch((reason) => reason)
  await world.advance(1_050)
  stop.abort('enough')
  await world.settle()
  expect(await aborted).toBe('enough')
  await world.until(client.close())
  expect(await closed).toMatchObject({ code: 'closed' })
  const [polls, cancels] = await count(world, 'tasks/get', 'tasks/cancel')
  expect([polls, cancels]).toEqual([20, 1])
  await world.advance(HOUR)
  expect(await count(world, 'tasks/get', 'tasks/cancel')).toEqual([20, 1])
})

test('a server that asks and asks is not answered for ever', async () => {
  let asked = 0
  const elicit = () => {
    asked++
    return { action: 'decline' } as const
  }
  client = await world.connect({ versions: ['2026-07-28'], extensions, handlers: { elicit } })
  const question = { method: 'elicitation/create', params: { message: 'And?', requestedSchema: { type: 'object' } } }
  const asks = (nth: number) => {
    const keys = Array.from({ length: 20 }, (_, key) => [`${nth}-${key}`, question])
    return polled({ status: 'input_required', inputRequests: Object.fromEntries(keys) }, nth)
  }
  const rules = Array.from({ length: 10 }, (_, index) => asks(index + 1))
  await world.server.script(creates(), { on: { rpc: 'tasks/update' }, do: [{ answerJson: {} }] }, ...rules)
  expect((await timed(call())).outcome).toMatchObject({ code: 'invalid-message' })
  expect(asked).toBe(100)
})
