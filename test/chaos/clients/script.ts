/** What the client does in each combination, in any runtime: connect, call, call again, close. It only observes. */
import {
  type Change,
  type Client,
  connect,
  isMcpError,
  type Subscription,
  type WireEvent,
} from '../../../src/core/index.ts'

export type Moment =
  | 'connecting'
  | 'request sent'
  | 'first event'
  | 'between events'
  | 'half an answer'
  | 'draining'
  | 'idle'
  | 'listening'
  | 'hidden'
  | 'frozen'
  | 'restored'

/** During a call the user leaves the page, which is hidden, frozen, or kept in the back/forward cache, and comes back. */
export const pageMoments: readonly Moment[] = ['hidden', 'frozen', 'restored']

export type ToolCall = [tool: string, args: Record<string, unknown>]

export interface ClientPlan {
  url: string
  moment: Moment
  /** By their keys: a call before, the call that is disturbed, the next call, and one more if that fails. */
  calls: Record<'first' | 'disturbed' | 'next' | 'afterNext', { key: string; call: ToolCall }>
  /** The server says on a stream that its tools change, when this tool is called. */
  change: string | undefined
  limits: ClientLimits
  /** Only revisions of the legacy era. */
  asLegacy: boolean
  /** Of the disturbed call, whose tool is read-only. */
  retry: 'never' | 'safe'
}

export interface ClientLimits {
  timeout: number
  maxTotalTimeout: number
  connectTimeout: number
  /** Milliseconds for the answer to a ping. */
  pingTimeout: number
}

export type Outcome =
  | { is: 'result'; text: string; isError: boolean }
  | { is: 'error'; code: string; delivery: string; message: string }
  | { is: 'foreign error'; message: string }
  | { is: 'pending' }

export interface Timed {
  outcome: Outcome
  milliseconds: number
}

export interface CallReport extends Timed {
  progress: number[]
  /** How often the client called fetch() with this call. */
  fetches: number
}

export interface ClientReport {
  connecting: Timed
  /** After a first failure. */
  connectingAgain?: Timed
  connection?: { transport: string; era: string }
  disturbed?: CallReport
  /** Whether the subscription tells of a change after the fault, or why not. */
  change?: string
  next?: CallReport
  /** If the next call failed. */
  afterNext?: CallReport
  closing?: Timed
  /** What happened to the page, where the client runs in one. */
  lifecycle?: string[]
  /** What happened on the wire, in short lines. */
  events: string[]
}

/** Tells the test how far the client is; resolves when it may go on. */
export type Reach = (step: 'not connected' | 'ready' | 'settled' | 'closed') => Promise<void>

const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
/** Milliseconds after the limits of a call until it counts as hanging. */
const GUARD = 4_000
/** Milliseconds in which a reopened subscription must tell of a change. */
const CHANGE_PATIENCE = 8_000

export async function runClient(plan: ClientPlan, reach: Reach): Promise<ClientReport> {
  const {
    url,
    moment,
    calls,
    limits: { pingTimeout, ...limits },
  } = plan
  const report: ClientReport = { connecting: { outcome: { is: 'pending' }, milliseconds: 0 }, events: [] }
  /** Of POSTs that were given to fetch(). */
  const bodies: string[] = []
  const started = performance.now()
  let client: Client | undefined
  const options = {
    ...limits,
    reconnect: { initialDelay: 100, maxDelay: 500 },
    keepAlive: { interval: 5_000, timeout: pingTimeout },
    // A function of its own, so that no other client has learned anything about the server.
    fetch: (...[target, init]: Parameters<typeof fetch>) => {
      if (typeof init?.body === 'string') bodies.push(init.body)
      return fetch(target, init)
    },
    cache: false as const,
    ...(plan.asLegacy && { versions: LEGACY }),
    onEvent: record,
  }
  const connecting = () =>
    observe(
      connect(url, options).then((connected) => {
        client = connected
        return ''
      }),
      limits.connectTimeout,
    )
  report.connecting = await connecting()
  if (!client) {
    await reach('not connected')
    report.connectingAgain = await connecting()
  }
  if (!client) return report
  const subscription = await prepare(client)
  await reach('ready')
  report.disturbed = await callOnce(client, 'disturbed')
  await reach('settled')
  if (subscription && plan.change) report.change = await waitForChange(client, subscription, plan.change)
  report.next = await callOnce(client, 'next')
  if (report.next.outcome.is !== 'result') report.afterNext = await callOnce(client, 'afterNext')
  const { transport, era } = client.connection
  report.connection = { transport, era }
  report.closing = await observe(
    client.close().then(() => ''),
    limits.timeout,
  )
  await reach('closed')
  return report

  /** For the moments between calls. */
  async function prepare(client: Client): Promise<Subscription | undefined> {
    // The annotations of the tool are known from its list.
    if (plan.retry === 'safe') await client.listTools()
    if (moment === 'idle') await callOnce(client, 'first')
    if (moment !== 'listening' && !pageMoments.includes(moment)) return undefined
    const subscription = client.listen({ toolsListChanged: true }, { reopen: true })
    await Promise.race([nextChange(subscription), wait(3_000)])
    return subscription
  }

  async function callOnce(client: Client, which: keyof ClientPlan['calls']): Promise<CallReport> {
    const { key, call } = calls[which]
    const progress: number[] = []
    const settled = client.callTool(...call, {
      meta: { 'example.com/key': key },
      retry: which === 'disturbed' ? plan.retry : 'never',
      onProgress: (report) => progress.push(report.progress),
    })
    const text = settled.then((result) => ({
      text: JSON.stringify(result.content ?? ''),
      isError: result.isError === true,
    }))
    const observed = await observe(text, limits.maxTotalTimeout)
    const own = bodies.filter((body) => body.includes('"tools/call"') && body.includes(`"${key}"`))
    return { ...observed, progress, fetches: own.length }
  }

  function record(event: WireEvent): void {
    const { type, timestamp: _, ...rest } = event
    const detail = JSON.stringify(rest, (name, value) =>
      name === 'headers' ? undefined : value instanceof Error ? `${value}` : value,
    )
    report.events.push(`${Math.round(performance.now() - started)} ms ${type} ${detail.slice(0, 300)}`)
  }
}

/** Calls the tool that changes the list until the subscription tells of it, or of a gap. */
async function waitForChange(client: Client, subscription: Subscription, tool: string): Promise<string> {
  const deadline = performance.now() + CHANGE_PATIENCE
  let told = ''
  void (async () => {
    while (!told) told = await nextChange(subscription)
  })()
  while (!told && performance.now() < deadline) {
    await client.callTool(tool, {}).catch(() => {})
    await wait(200)
  }
  return told || `nothing within ${CHANGE_PATIENCE} ms`
}

async function nextChange(subscription: Subscription): Promise<string> {
  try {
    const { value, done } = await subscription.next()
    return done ? 'the end' : (value as Change).type
  } catch (error) {
    return `an error: ${error}`
  }
}

async function observe(promise: Promise<string | { text: string; isError: boolean }>, limit: number): Promise<Timed> {
  const started = performance.now()
  const settled = promise.then(
    (value): Outcome => ({ is: 'result', ...(typeof value === 'string' ? { text: value, isError: false } : value) }),
    describe,
  )
  const outcome = await Promise.race([settled, wait(limit + GUARD).then((): Outcome => ({ is: 'pending' }))])
  return { outcome, milliseconds: Math.round(performance.now() - started) }
}

function describe(error: unknown): Outcome {
  if (!isMcpError(error)) return { is: 'foreign error', message: String(error) }
  const { code, delivery, message } = error
  return { is: 'error', code, delivery, message }
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
