/** Habits of real servers that the mock has not: how they answer GETs that resume a stream, and which event ids they give. */
import type { Fetch } from '../../../src/core/fetch.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import type { CallPlan, PlannedCall } from './plan.ts'

export const HABITS = ['gives all events one id', 'sends only comments', 'answers late', 'is polled for long'] as const

export type Habit = (typeof HABITS)[number]

/** Milliseconds after which the answer of a call is there. */
const WORK = 36_000

/** The latest time at which a call may be answered, in milliseconds. */
const LATEST: Record<Habit, number> = {
  'gives all events one id': WORK + 10,
  'sends only comments': 40_000,
  'answers late': WORK + 10,
  'is polled for long': WORK + 6_000,
}

/** Some seeds are about one habit, without any fault of the network. */
export function habitOf(seed: number): Habit | undefined {
  return seed % 50 === 49 ? HABITS[Math.floor(seed / 150) % HABITS.length] : undefined
}

export function createHabitPlan(seed: number, habit: Habit): CallPlan {
  const common = { at: 100, tag: 'call-0', timeout: 60_000, abortAt: undefined }
  const work = { ...common, tool: 'slow', expected: `waited ${WORK} ms`, progress: false } as const
  const counts = { ...common, tool: 'count', args: { tag: 'call-0', to: 4, every: 9_000 } } as const
  const call: PlannedCall =
    habit === 'gives all events one id'
      ? { ...counts, expected: 'counted to 4', progress: true }
      : { ...work, args: { tag: 'call-0', ms: WORK } }
  const isCut = habit === 'sends only comments' || habit === 'is polled for long'
  return {
    seed,
    habit,
    server: {
      versions: ['2025-11-25'],
      answer: 'sse',
      session: { issue: true },
      prime: true,
      retry: 500,
      get: 'accept',
    },
    client: { timeout: 60_000, maxTotalTimeout: 600_000, keepAlive: false, handlers: {} },
    calls: [call],
    acts: isCut ? [{ at: 300, act: { closeStreams: 'post' } }] : [],
    closeAt: undefined,
    detach: false,
    pings: undefined,
    checkCounter: false,
    faults: { rate: 0, kinds: [], afterConnecting: true },
  }
}

export function* judgeHabit({ plan, calls }: Pick<CallEvidenceLike, 'plan' | 'calls'>): Iterable<string> {
  if (!plan.habit) return
  for (const { startedAt, settledAt, result, error } of calls) {
    const took = settledAt - startedAt
    if (!result) yield `a server that ${plan.habit} was not waited for: ${error}`
    else if (took > LATEST[plan.habit]) yield `the answer of a server that ${plan.habit} took ${took} ms`
  }
}

interface CallEvidenceLike {
  plan: CallPlan
  calls: { startedAt: number; settledAt: number; result?: unknown; error?: unknown }[]
}

/** The server with its habit. */
export function withHabit(serve: Fetch, habit: Habit | undefined, clock: VirtualClock): Fetch {
  let gets = 0
  let started = Number.POSITIVE_INFINITY
  if (!habit) return serve
  return async (url, init) => {
    if (init.body?.includes('"tools/call"')) {
      started = Math.min(started, clock.now())
      const response = await serve(url, init)
      return habit === 'gives all events one id' ? renameIds(response) : response
    }
    if (!init.headers['last-event-id']) return serve(url, init)
    gets++
    if (habit === 'is polled for long' && clock.now() < started + WORK) return stream((_, close) => close())
    if (habit === 'sends only comments' && gets === 1) return stream((write) => comment(write, clock, init.signal))
    if (habit === 'gives all events one id') return stream(() => {})
    if (habit === 'answers late') {
      return [stream(() => {}), stream((_, close) => close()), new Response(null, { status: 409 })][gets % 3]!
    }
    return serve(url, init)
  }
}

async function comment(write: (text: string) => void, clock: VirtualClock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    write(': keepalive\n\n')
    await clock.wait(15_000, signal).catch(() => {})
  }
}

function stream(run: (write: (text: string) => void, close: () => void) => unknown): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(new TextEncoder().encode(text))
      void run(write, () => controller.close())
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function renameIds(response: Response): Response {
  const rename = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = new TextDecoder().decode(chunk).replace(/^id:.*$/gm, 'id: session')
      controller.enqueue(new TextEncoder().encode(text))
    },
  })
  return new Response(response.body!.pipeThrough(rename), response)
}
