/** Results of type input_required: the time that the user takes, the limits of each round, and the delay of retries. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../src/core/index.ts'
import { callsIn, textsOf } from '../scenarios/steps/calls.ts'
import { accept, done, form, needs } from '../scenarios/steps/input-required.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions

const world = useVirtualWorld()

/** The times of the calls, counted from the first. */
async function callTimes(): Promise<number[]> {
  const calls = callsIn(await world.server.journal())
  return calls.map(({ at }) => at - calls[0]!.at)
}

test('the time that the user takes does not count for any limit of the call [protocol:M-19]', async () => {
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
  const call = client.callTool('echo', { text: 'x' }, { timeout: 1_000, maxTotalTimeout: 2_000 })
  await world.advance(2 * HOUR)
  answer?.(accept({ name: 'Ada' }))
  expect(textsOf(await world.until(call))).toEqual(['done'])
  expect(await callTimes()).toEqual([0, 2 * HOUR])
})

test('each round has the whole maxTotalTimeout [protocol:M-20]', async () => {
  const slow = { resultType: 'input_required', inputRequests: { who: form() } }
  await world.server.script(
    { on: { rpc: 'tools/call' }, nth: 1, do: [{ delay: 50_000 }, { answerJson: slow }] },
    { on: { rpc: 'tools/call' }, nth: 2, do: [{ delay: 50_000 }, { answerJson: slow }] },
  )
  const client = await world.until(
    world.connect({ ...modern, maxTotalTimeout: 60_000, handlers: { elicit: () => accept({ name: 'Ada' }) } }),
  )
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  expect(await callTimes()).toEqual([0, 50_000, 100_000])
})

test('a server that only wants the request again gets it after ever longer delays [protocol:M-8]', async () => {
  const again = [1, 2, 3, 4].map((round) => needs(round, { requestState: `round ${round}` }))
  await world.server.script(...again, done(5))
  const client = await world.until(world.connect(modern))
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['done'])
  expect(await callTimes()).toEqual([0, 100, 300, 700, 1_500])
})

test('a call that is aborted during such a delay ends at once and is not sent again [protocol:M-8]', async () => {
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
