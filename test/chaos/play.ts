/** Plays one combination: a client, a proxy in front of a server, a fault at a moment; what came of it is for the judge. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ClientRuntime } from './clients/runtimes.ts'
import { type ClientLimits, type ClientPlan, type ClientReport, pageMoments, type Reach } from './clients/script.ts'
import type { Tab } from './clients/tabs.ts'
import type { Combination } from './combinations.ts'
import type { Control } from './control.ts'
import type { Scene, Spot } from './faults.ts'
import { type ChaosProxy, type Place, startProxy } from './proxy.ts'
import { ourTools, type Tools, type WorkArguments } from './server-modes.ts'
import type { ServerProcess } from './server-process.ts'

export interface Observation {
  report: ClientReport | undefined
  /** The moment came, and the fault began. */
  struck: boolean
  disturbed: Executions
  next: Executions
  /** Milliseconds from the start of the disturbed call to the fault; 0 if that came before. */
  struckAfter: number
  /** Requests that were open some time after `close()`. */
  leftOpen: string[]
  limits: ClientLimits
  /** What went wrong with the test itself. */
  broken?: string
}

export interface Executions {
  key: string
  /** At the server, by its own counter where it has one, else the requests that were passed on to it. */
  count: number
  /** POSTs that arrived at the proxy. */
  posts: number
  /** Of these, those on a connection that was used before and ended without the head of a response. */
  unanswered: number
}

export const STEPS = 3
/** Where only a limit ends the wait. */
const SHORT_LIMITS = { timeout: 3_000, maxTotalTimeout: 8_000, connectTimeout: 6_000, pingTimeout: 800 }
/** Where none may be reached, however slow the machine is. A client may ask for the answer again after 30 s. */
const LONG_LIMITS = { timeout: 60_000, maxTotalTimeout: 90_000, connectTimeout: 30_000, pingTimeout: 5_000 }

/** Milliseconds for a whole combination, beside its calls. */
const PATIENCE = 60_000
/** Milliseconds in which everything must be closed after `close()`. What leaks stays open for longer. */
const CLOSE_PATIENCE = 10_000
/** Milliseconds until the client's side has noticed what happened to its connections. */
const NOTICE = 30
/** Milliseconds from the fault until the server answers, where it waits for that. */
const HOLD = 250
/** Milliseconds from the fault until the user comes back to the page. */
const ABSENCE = 500

let played = 0

export async function play(
  { mode, fault, moment }: Combination,
  server: ServerProcess,
  control: Control,
  runClient: ClientRuntime['runClient'],
): Promise<Observation> {
  const proxy = await startProxy(server.port)
  const number = ++played
  const tools = mode.tools ?? ourTools
  const keyOf = (what: string) => `${what}-${number}`
  const calls = {
    first: keyOf('first'),
    disturbed: keyOf('disturbed'),
    next: keyOf('next'),
    afterNext: keyOf('after-next'),
  }
  const scene: Scene = { proxy, server, control, key: calls.disturbed, counts: !tools.areForeign }
  let end: (() => Promise<void>) | undefined
  let readyAt = performance.now()
  let struckAt = 0
  const strike = (spot?: Spot) => {
    struckAt = performance.now()
    end = fault.strike(scene, spot)
    setTimeout(() => control.release(calls.disturbed), HOLD)
  }
  const place = placeOf(moment, tools, calls.disturbed, proxy)
  let tab: Tab | undefined
  let absence: Promise<void> | undefined
  const strikeInAbsence = async (spot: Spot) => {
    await tab!.leave()
    strike(spot)
    await sleep(ABSENCE)
    await tab!.comeBack()
  }
  const watch = () =>
    place &&
    proxy.watch(place, (connection, pass) => {
      const spot = { connection, pass }
      if (!pageMoments.includes(moment)) return strike(spot)
      absence = strikeInAbsence(spot)
      // It is awaited when the client has ended, which it may never do without its page.
      absence.catch(() => {})
    })
  if (moment === 'connecting') watch()
  const reach: Reach = async (step) => {
    if (step === 'closed') return
    // A fault that comes too late would meet the next call.
    if (step === 'settled') proxy.unwatch()
    if (step === 'ready' && !place) {
      await waitUntil(() => proxy.openRequests().every(isListening))
      strike()
      if (fault.isBrief) await end!()
    } else if (step !== 'ready' || moment === 'connecting') await end?.()
    await letItNotice()
    if (step === 'ready' && moment !== 'connecting') watch()
    if (step === 'ready') readyAt = performance.now()
  }
  const plan: ClientPlan = {
    url: proxy.origin + mode.path,
    moment,
    calls: {
      first: { key: calls.first, call: tools.work(quick(calls.first)) },
      disturbed: {
        key: calls.disturbed,
        call: tools.work({
          key: calls.disturbed,
          steps: STEPS,
          pause: mode.pause ?? 25,
          hold: / events?$/.test(moment) || pageMoments.includes(moment),
        }),
      },
      next: { key: calls.next, call: tools.work(quick(calls.next)) },
      afterNext: { key: calls.afterNext, call: tools.work(quick(calls.afterNext)) },
    },
    change: mode.tellsChanges && !fault.isSilent ? 'change' : undefined,
    limits: fault.isSilent || mode.forgetsAnswers ? (mode.limits ?? SHORT_LIMITS) : LONG_LIMITS,
    asLegacy: mode.asLegacy ?? false,
    retry: mode.retry ?? 'never',
  }
  const observation: Observation = {
    report: undefined,
    struck: false,
    disturbed: { key: calls.disturbed, count: 0, posts: 0, unanswered: 0 },
    next: { key: calls.next, count: 0, posts: 0, unanswered: 0 },
    struckAfter: 0,
    leftOpen: [],
    limits: plan.limits,
  }
  const patience = PATIENCE + 2 * plan.limits.maxTotalTimeout
  const tooLate = new AbortController()
  try {
    const report = await Promise.race([
      runClient(plan, reach, (opened) => {
        tab = opened
      }),
      sleep(patience, undefined, { signal: tooLate.signal }).then(() => {
        throw new Error(`the client did not end within ${patience} ms`)
      }),
    ])
    await absence
    if ('broken' in report) throw report.broken
    observation.report = report
    await waitUntil(() => proxy.openRequests().length === 0, CLOSE_PATIENCE)
    observation.leftOpen = proxy.openRequests()
  } catch (error) {
    observation.broken = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  } finally {
    tooLate.abort()
    await end?.()
    await proxy.close()
  }
  observation.struck = !!end
  for (const executions of [observation.disturbed, observation.next])
    count(executions, proxy, tools.areForeign ? undefined : control)
  observation.struckAfter = Math.max(0, struckAt - readyAt)
  return observation
}

/** Streams that stay open between calls. */
const isListening = (request: string) => request.startsWith('GET') || request.includes('listen')

const quick = (key: string): WorkArguments => ({ key, steps: 1, pause: 5, hold: false })

function count(executions: Executions, proxy: ChaosProxy, control: Control | undefined): void {
  const posts = proxy.requests.filter(
    ({ rpcMethod, body }) => rpcMethod === 'tools/call' && body.includes(`"${executions.key}"`),
  )
  executions.posts = posts.length
  executions.unanswered = posts.filter(({ isReused, status }) => isReused && status === undefined).length
  // A request that was refused, as for a lost session, was not executed.
  const taken = posts.filter(({ passed, status = 200 }) => passed && status < 400)
  executions.count = control ? control.executions(executions.key) : taken.length
}

/** Where a moment begins on the wire; undefined for those between calls. */
function placeOf(moment: Combination['moment'], tools: Tools, key: string, proxy: ChaosProxy): Place | undefined {
  // Some gateways send the progress of each client to all.
  const isOwn = (event: string) => {
    const { body = '' } =
      proxy.requests.find(({ rpcMethod, body }) => rpcMethod === 'tools/call' && body.includes(key)) ?? {}
    const [, token = 'none'] = /"progressToken":\s?("[^"]*"|\d+)/.exec(body) ?? []
    return new RegExp(`"progressToken":\\s?${token}[,}]`).test(event)
  }
  const progress = (step: number) => {
    const text = new RegExp(`"progress":\\s?${step}[,}]`)
    return (event: string) => text.test(event) && isOwn(event)
  }
  switch (moment) {
    case 'connecting':
      return { after: 'request' }
    case 'request sent':
      return { after: 'request', rpcMethod: /^tools\/call$/ }
    case 'first event':
    case 'hidden':
    case 'frozen':
    case 'restored':
      return { after: 'event', matches: progress(1) }
    case 'between events':
      return { after: 'event', matches: progress(2) }
    case 'half an answer':
      return { after: 'text', text: tools.half(key) }
    case 'draining':
      return { after: 'event', matches: (event) => event.includes(tools.end(key)) }
    default:
      return undefined
  }
}

/** A busy process runs timers before it reads what has arrived meanwhile. */
async function letItNotice(): Promise<void> {
  await sleep(NOTICE)
  for (let turn = 0; turn < 3; turn++) await nextTurn()
}

async function waitUntil(isTrue: () => boolean, patience = 2_000): Promise<void> {
  const deadline = performance.now() + patience
  while (!isTrue() && performance.now() < deadline) await sleep(10)
}
