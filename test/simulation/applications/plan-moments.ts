/** Moments that chance seldom hits: some seeds are about one, with little else. */
import { MODERN } from '../eras/request-era.ts'
import { NO_FAULTS } from '../network/faults.ts'
import { createRandomChoices, type RandomChoices } from '../random-choices.ts'
import type { ApplicationPlan } from './plan.ts'
import { innerCall } from './plan-call.ts'

type Moment = (random: RandomChoices, plan: ApplicationPlan) => Partial<ApplicationPlan>

/** Milliseconds after which a stream that ended is opened again, about: some of it is jitter. */
const REOPENED_AFTER = { call: 250, listening: 1_000 }

const LEGACY = { versions: ['2025-11-25'], overSse: false }

const MOMENTS: readonly Moment[] = [closedDuringRenewal, asleepWhileOpening]

/** The moment that a seed is about, if it is about one. The seeds of this kind are those with the remainder 2 of 3. */
export function drawMoment(seed: number, plan: ApplicationPlan): Partial<ApplicationPlan> {
  if (seed % 75 !== 74) return {}
  const random = createRandomChoices(seed ^ 0x303e)
  return MOMENTS[Math.floor(seed / 75) % MOMENTS.length]!(random, plan)
}

/** The client is closed while it gets new headers, for the GET that resumes the stream of a call. */
function closedDuringRenewal(random: RandomChoices, { server }: ApplicationPlan): Partial<ApplicationPlan> {
  const at = random.between(50, 400)
  const call = { ...innerCall('0-0'), tool: 'slow', args: { tag: '0-0', ms: 2_000 }, expected: 'waited 2000 ms' }
  return {
    offer: LEGACY,
    server: { ...server, answer: 'sse', session: { issue: true }, prime: true, retry: 20 },
    tabs: [
      {
        operations: [call],
        callsFrom: [],
        listens: false,
        closeAt: at + REOPENED_AFTER.call + random.between(0, 60),
      },
    ],
    acts: [
      { at: at - 1, act: { expireToken: true } },
      { at, act: { closeStreams: 'post' } },
    ],
    views: [],
    hasGateway: false,
    refreshFails: false,
    faults: NO_FAULTS,
  }
}

/** The machine falls asleep while the stream of a listener is opened again, and its response is on the way. */
function asleepWhileOpening(random: RandomChoices, { server }: ApplicationPlan): Partial<ApplicationPlan> {
  const at = random.between(1_000, 2_000)
  const isModern = random.chance(0.5)
  return {
    offer: isModern ? { versions: [MODERN], overSse: false } : LEGACY,
    server: { ...server, answer: 'sse', session: { issue: true } },
    tabs: [{ operations: [innerCall('0-0')], callsFrom: [], listens: true, closeAt: undefined }],
    acts: [
      { at, act: { closeStreams: 'all' } },
      {
        at: at + REOPENED_AFTER.listening + random.between(-700, 600),
        act: { sleep: 600_000, isCounted: random.chance(0.5) },
      },
    ],
    views: [],
    hasGateway: false,
    faults: { rate: 0.7, kinds: ['late response'], afterConnecting: true },
  }
}
