/** Results of type input_required: the time that the user takes, the limits of each round, and the delay of retries. */
import { expect, test } from 'vitest'
import type { ConnectOptions } from '../../../src/core/index.ts'
import type { Rule } from '../../../src/testing/index.ts'
import { callsIn, textsOf } from '../../scenarios/steps/calls.ts'
import { accept, done, form, needs } from '../../scenarios/steps/input-required.ts'
import { outcomeOf } from './observe.ts'
import { useVirtualWorld } from './use-virtual-world.ts'

const HOUR = 3_600_000
const modern = { versions: ['2026-07-28'] } satisfies ConnectOptions

const world = useVirtualWorld()

/** The times of the calls, counted from the first. */
async function callTimes(): Promise<number[]> {
  const calls = callsIn(await world.server.journal())
  return calls.map(({ receivedAt }) => receivedAt - calls[0]!.receivedAt)
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

/** Rounds that each take 50 seconds and ask for a form, and then the answer. */
const slowRounds = (count: number): Rule[] =>
  Array.from({ length: count }, (_, index) => ({
    on: { rpcMethod: 'tools/call' },
    nth: index + 1,
    do: [{ delay: 50_000 }, { answerJson: { resultType: 'input_required', inputRequests: { who: form() } } }],
  }))

const answerForms = { elicit: () => accept({ name: 'Ada' }) }

test('each round has an idle timeout of its own [protocol:M-20]', async () => {
  await world.server.script(...slowRounds(3))
  const client = await world.until(world.connect({ ...modern, timeout: 60_000, handlers: answerForms }))
  expect(textsOf(await world.until(client.callTool('echo', { text: 'x' })))).toEqual(['x'])
  expect(await callTimes()).toEqual([0, 50_000, 100_000, 150_000])
})

test.each([
  ['of the client', { maxTotalTimeout: 120_000 }, {}],
  ['of the call', {}, { maxTotalTimeout: 120_000 }],
])(
  'maxTotalTimeout %s bounds all rounds, except for the time that the user takes [protocol:U-28]',
  async (_, options, call) => {
    await world.server.script(...slowRounds(9))
    const elicit = async () => {
      await new Promise<void>((resolve) => world.environment.setTimer(resolve, HOUR))
      return accept({ name: 'Ada' })
    }
    const client = await world.until(world.connect({ ...modern, ...options, handlers: { elicit } }))
    const { error, took } = await world.until(outcomeOf(world, client.callTool('echo', { text: 'x' }, call)))
    expect(error).toMatchObject({
      code: 'timeout',
      limit: 'maxTotalTimeout',
      message: expect.stringContaining('120000 ms'),
    })
    expect(took).toBe(2 * HOUR + 120_000)
    expect(await callTimes()).toEqual([0, HOUR + 50_000, 2 * HOUR + 100_000])
    await world.server.script()
    expect(textsOf(await world.until(client.callTool('echo', { text: 'on' })))).toEqual(['on'])
  },
)

test('maxTotalTimeout also bounds the delays between rounds [protocol:U-28]', async () => {
  await world.server.script(...Array.from({ length: 9 }, (_, round) => needs(round + 1, { requestState: 'busy' })))
  const client = await world.until(world.connect(modern))
  const call = client.callTool('echo', { text: 'x' }, { maxTotalTimeout: 1_000 })
  const { error, took } = await world.until(outcomeOf(world, call))
  expect(error).toMatchObject({ code: 'timeout', limit: 'maxTotalTimeout', delivery: 'unknown' })
  expect(took).toBe(1_000)
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
