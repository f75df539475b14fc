/** Tasks: when they are polled, and when they are given up. */
import { beforeEach, expect, test } from 'vitest'
import type { CallToolOptions, Client } from '../../../src/core/index.ts'
import { type Task, tasks } from '../../../src/tasks/index.ts'
import { textsOf } from '../../scenarios/steps/calls.ts'
import { completed, creates, extensions, polled, sent } from '../../scenarios/tasks/steps/tasks.ts'
import { count, expectBetween, intervalsOf, outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000

const world = useVirtualWorld()
let client: Client

beforeEach(async () => {
  client = await world.connect({ versions: ['2026-07-28'], extensions })
})

/** A call that the script answers with a task. */
const call = (options: CallToolOptions = {}) => client.callTool('greet', { name: 'x' }, options)

const outcome = (options?: CallToolOptions) => world.until(outcomeOf(world, call(options)))

/** The texts of a call that succeeds. */
const texts = async (options?: CallToolOptions) => textsOf((await outcome(options)).value!)

/** Milliseconds between the call and each poll. */
async function pollTimes(): Promise<number[]> {
  const journal = await world.server.journal()
  const [started] = sent(journal, 'tools/call')
  return sent(journal, 'tasks/get').map(({ receivedAt }) => receivedAt - started!.receivedAt)
}

test('a task is polled at the interval that the server last gave [protocol:K-6]', async () => {
  await world.server.script(
    creates({ pollIntervalMs: 2_000 }),
    polled({ pollIntervalMs: 5_000 }, 1),
    polled({ pollIntervalMs: 500 }, 2),
    polled(completed()),
  )
  expect(await texts()).toEqual(['done'])
  expect(await pollTimes()).toEqual([2_000, 7_000, 7_500])
})

test.each([
  ['missing', undefined, 1_000],
  ['a text', 'often', 1_000],
  ['negative', -1, 1_000],
  ['zero', 0, 100],
  ['a year', 365 * 24 * HOUR, HOUR],
])('a poll interval that is %s is replaced by a sensible one [protocol:K-6]', async (_, pollIntervalMs, expected) => {
  const state = { pollIntervalMs, ttlMs: null }
  await world.server.script(creates(state), polled(state, 1), polled(completed()))
  await outcome()
  expect(await pollTimes()).toEqual([expected, 2 * expected])
})

test('a server that tells of changes all the time does not make the client poll more often than every 100 ms', async () => {
  const states: Task[] = []
  client = await world.connect({ extensions: tasks({ onTask: (task) => states.push(task) }), onNotification: () => {} })
  await world.settle()
  const call = client.callTool('slow_compute', { seconds: 2, pollIntervalMs: 5_000 })
  await world.advance(10)
  const params = { taskId: states[0]!.taskId, status: 'completed' }
  const changed = { notify: { method: 'notifications/tasks/status', params } }
  for (let tick = 0; tick < 400; tick++) {
    await world.server.act(changed)
    await world.advance(5)
  }
  await world.until(call)
  const [polls] = await count(world, 'tasks/get')
  expectBetween(polls, 2, 21)
})

test('a task that does not end within its time to live is polled once more and given up [protocol:K-16]', async () => {
  const state = { ttlMs: 10_000, pollIntervalMs: 4_000 }
  await world.server.script(creates(state), polled(state))
  const { error, took } = await outcome()
  expect(error).toMatchObject({ code: 'task', reason: 'expired', taskId: 'task-1', delivery: 'unknown' })
  expect(took).toBe(10_000)
  expect(await pollTimes()).toEqual([4_000, 8_000, 10_000])
  expect(await count(world, 'tasks/cancel')).toEqual([0])
})

test('a time to live that the server extends is in force [protocol:K-16]', async () => {
  await world.server.script(
    creates({ ttlMs: 3_000, pollIntervalMs: 2_000 }),
    polled({ ttlMs: 60_000, pollIntervalMs: 20_000 }, 1),
    polled(completed()),
  )
  expect((await outcome()).took).toBe(22_000)
})

test('a task without a time to live is polled far beyond the limits of a request [protocol:K-16]', async () => {
  const state = { ttlMs: null, pollIntervalMs: 600_000 }
  await world.server.script(
    creates(state),
    ...Array.from({ length: 60 }, (_, n) => polled(state, n + 1)),
    polled(completed()),
  )
  const { value, took } = await outcome()
  expect(textsOf(value!)).toEqual(['done'])
  expect(took).toBe(61 * 600_000)
})

test('maxTotalTimeout of the call applies to the task, which is not cancelled', async () => {
  await world.server.script(creates({ ttlMs: null }), polled({ ttlMs: null }))
  const { error, took } = await outcome({ maxTotalTimeout: 5_000 })
  expect(error).toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout', delivery: 'unknown' })
  expect(took).toBe(5_000)
  expect(await count(world, 'tasks/cancel')).toEqual([0])
})

test('a task survives polls that fail for a while [protocol:K-24]', async () => {
  await world.server.script(
    creates(),
    { on: { rpcMethod: 'tasks/get' }, nth: 1, do: [{ respond: { status: 503 } }] },
    { on: { rpcMethod: 'tasks/get' }, nth: 2, do: [{ fault: true }] },
    { on: { rpcMethod: 'tasks/get' }, nth: 3, do: [{ respond: { status: 502 } }] },
    polled(completed()),
  )
  expect(await texts()).toEqual(['done'])
  const pauses = intervalsOf(sent(await world.server.journal(), 'tasks/get'))
  expect(pauses).toHaveLength(3)
  for (const [index, pause] of pauses.entries()) expectBetween(pause, 750 * 2 ** index, 1_250 * 2 ** index)
})

test('a poll that is refused with a Retry-After of days is sent again after five minutes [auth:S-43]', async () => {
  await world.server.script(
    creates({ ttlMs: null }),
    {
      on: { rpcMethod: 'tasks/get' },
      nth: 1,
      do: [{ respond: { status: 503, headers: { 'retry-after': '8640000' } } }],
    },
    polled(completed()),
  )
  expect(await texts()).toEqual(['done'])
  expect(intervalsOf(sent(await world.server.journal(), 'tasks/get'))).toEqual([300_000])
})

test('polls that fail again and again end the call, and its token can still be resumed [protocol:K-24]', async () => {
  await world.server.script(creates({ ttlMs: null }), {
    on: { rpcMethod: 'tasks/get' },
    do: [{ respond: { status: 503 } }],
  })
  const tokens: unknown[] = []
  const { error } = await outcome({ onResumable: (token) => tokens.push(token) })
  expect(error).toMatchObject({ code: 'http', status: 503 })
  expect((await pollTimes()).length).toBe(11)
  await world.server.script(polled(completed()))
  expect(await texts({ resume: tokens[0] as { taskId: string } })).toEqual(['done'])
})

test('a tasks/update that fails is sent again [protocol:K-24]', async () => {
  const handlers = { elicit: () => ({ action: 'decline' }) as const }
  client = await world.connect({ versions: ['2026-07-28'], extensions, handlers })
  const question = { method: 'elicitation/create', params: { message: 'Well?', requestedSchema: { type: 'object' } } }
  const state = { status: 'input_required', inputRequests: { well: question } }
  await world.server.script(
    creates(),
    { on: { rpcMethod: 'tasks/update' }, nth: 1, do: [{ respond: { status: 503 } }] },
    { on: { rpcMethod: 'tasks/update' }, nth: 2, do: [{ answerJson: {} }] },
    ...[1, 2, 3].map((nth) => polled({ ...state, pollIntervalMs: 2_000 }, nth)),
    polled(completed()),
  )
  expect(await texts()).toEqual(['done'])
  expect(await count(world, 'tasks/update')).toEqual([2])
})

test('after an abort or a close a task is not polled any more [protocol:K-17, protocol:K-23]', async () => {
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

test('a task may ask for input a hundred times, and not more', async () => {
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
  await world.server.script(creates(), { on: { rpcMethod: 'tasks/update' }, do: [{ answerJson: {} }] }, ...rules)
  expect((await outcome()).error).toMatchObject({ code: 'invalid-message' })
  expect(asked).toBe(100)
})

test('a poll that is refused does not mean that the call was not executed: it has started the task', async () => {
  const refused = { on: { rpcMethod: 'tasks/get' }, do: [{ respond: { status: 401, body: 'no' } }] }
  await world.server.script(creates({ pollIntervalMs: 500 }), refused)
  const { error } = await outcome()
  expect(error).toMatchObject({ code: 'http', status: 401, delivery: 'unknown' })
})
