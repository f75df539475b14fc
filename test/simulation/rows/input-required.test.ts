/** Rounds: what a person takes, what a busy server wants, and what each round may take, on virtual time. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import { callsIn, textsOf } from '../../scenarios/steps/calls.ts'
import { accept, done, form, needs } from '../../scenarios/steps/input-required.ts'
import { createVirtualWorld, type VirtualWorld } from '../virtual-world.ts'

let world: VirtualWorld

beforeEach(() => {
  world = createVirtualWorld()
})

afterEach(async () => {
  await world.end()
  expect(world.timers()).toBe(0)
})

const HOUR = 3_600_000
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions

/** The times of the calls, counted from the first. */
async function times(): Promise<number[]> {
  const calls = callsIn(await world.server.journal())
  return calls.map(({ at }) => at - calls[0]!.at)
}

test('protocol:M-19 the time that a person takes is in no limit of the call', async () => {
  await world.server.script(needs(1, { inputRequests: { who: form() } }), done(2))
  let answer: ((result: ReturnType<typeof accept<{ name: string }>>) => void) | undefined
  const client = await world.until(
    world.connect({
      ...modern,
      handlers: {
        elicit: () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      },
    }),
  )
  const call = client.callTool('echo', { text: 'x' }, { timeout: 1_000, maxTimeout: 2_000 })
  await world.advance(2 * HOUR)
  answer?.(accept({ name: 'Ada' }))
  expect(textsOf(await world.until(call))).toEqual(['done'])
  expect(await times()).toEqual([0, 2 * HOUR])
})

test('protocol:M-20 each round has the whole time for itself', async () => {
  const slowly = { resultType: 'input_required', inputRequests: { who: form() } }
  await world.server.script(
    { on: { rpc: 'tools/call' }, nth: 1, do: [{ delay: 50_000 }, { answerJson: slowly }] },
    { on: { rpc: 'tools/call' }, nth: 2, do: [{ delay: 50_000 }, { answerJson: slowly }] },
  )
  const client = await world.until(
    world.connect({ ...modern, maxTimeout: 60_000, handlers: { elicit: () => accept({ name: 'Ada' }) } }),
  )
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  expect(await times()).toEqual([0, 50_000, 100_000])
})

test('protocol:M-8 a server that only wants to be asked again is left in peace ever longer', async () => {
  const again = [1, 2, 3, 4].map((round) => needs(round, { requestState: `round ${round}` }))
  await world.server.script(...again, done(5))
  const client = await world.until(world.connect(modern))
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['done'])
  expect(await times()).toEqual([0, 100, 300, 700, 1_500])
})

test('protocol:M-8 who gives up while waiting is not kept', async () => {
  await world.server.script(needs(1, { requestState: 'busy' }))
  const client = await world.until(world.connect(modern))
  const controller = new AbortController()
  const call = client.callTool('echo', { text: 'x' }, { signal: controller.signal })
  const outcome = call.catch((reason: unknown) => reason)
  await world.advance(50)
  const reason = new Error('enough')
  controller.abort(reason)
  expect(await world.until(outcome)).toBe(reason)
  await world.advance(HOUR)
  expect(callsIn(await world.server.journal())).toHaveLength(1)
})
