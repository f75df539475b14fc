/** Examines a server: runs all checks, one after the other, and yields the finding of each. */

import type { Fetch } from 'mcp-over-fetch'
import { isObject } from '../../src/core/util/is-object.ts'
import { askForCard, type CardAnswer } from './card.ts'
import type { Check, EndedSession, Examined, Settings } from './check.ts'
import { answerChecks } from './checks/answers.ts'
import { authorizationChecks } from './checks/authorization.ts'
import { callChecks } from './checks/calls.ts'
import { cardChecks } from './checks/cards.ts'
import { corsChecks } from './checks/cors.ts'
import { errorChecks } from './checks/errors.ts'
import { listChecks } from './checks/lists.ts'
import { mirroredChecks } from './checks/mirrored.ts'
import { networkChecks } from './checks/network.ts'
import { revisionChecks } from './checks/revisions.ts'
import { sessionChecks } from './checks/sessions.ts'
import { statelessChecks } from './checks/stateless.ts'
import { streamChecks } from './checks/streams.ts'
import { toolChecks } from './checks/tools.ts'
import { createHttp, type Exchange, type Live, type Observer } from './http.ts'
import { capabilitiesOf, type Listed, listKinds, walkList } from './lists.ts'
import { couldNotTell, type Finding, type Outcome } from './outcome.ts'
import { createRedact } from './redact.ts'
import { statelessHeaders, statelessRequest } from './rpc.ts'
import { meetServer, type Server } from './server.ts'

export interface ExamineOptions {
  url: string
  /** Adds the authorization, where it is not in `headers`. */
  fetch: Fetch
  /** The same without authorization. @default fetch */
  bareFetch?: Fetch
  /** The authorization, and further headers that every request needs. */
  headers?: Record<string, string>
  /** Whether `fetch` or `headers` carry an authorization. */
  isAuthorized?: boolean
  signal: AbortSignal
  /**
   * Behaves as in a page of `pageOrigin`, for an examination that runs elsewhere: what is about pages is then checked
   * with it. Undefined where `fetch` itself is that of a page.
   */
  pageFetch?: Fetch | undefined
  /** The same without authorization. @default pageFetch */
  barePageFetch?: Fetch | undefined
  /** The origin of the page that examines. */
  pageOrigin?: string
  /** Allows calls of tools that say they change nothing. @default false */
  callsReadOnlyTools?: boolean
  /** Milliseconds that a check may take. @default 15_000 */
  limit?: number
  /** Milliseconds that one request may take. @default 5_000 */
  requestLimit?: number
  /** Milliseconds to wait for the end of a stream after its answer. @default 1_000 */
  settle?: number
  /** Milliseconds for which an idle stream is watched. @default 20_000 */
  idle?: number
  /** Milliseconds until an answer begins, above which a server is slow. @default 1_000 */
  slow?: number
  /** Is told of every request. */
  observer?: Observer
  /** Further values that findings must not repeat, as they become known: the tokens that `fetch` adds. */
  secrets?: Iterable<string>
  /** The ids of the checks to run. @default all */
  only?: readonly string[]
}

/** The idle stream comes last, since it is watched meanwhile; messages are judged when all have come. */
export const checks: readonly Check[] = inOrder([
  ...corsChecks,
  ...networkChecks,
  ...revisionChecks,
  ...sessionChecks,
  ...answerChecks,
  ...streamChecks,
  ...errorChecks,
  ...listChecks,
  ...toolChecks,
  ...statelessChecks,
  ...mirroredChecks,
  ...authorizationChecks,
  ...callChecks,
  ...cardChecks,
])

function inOrder(all: readonly Check[]): Check[] {
  const last = ['valid-messages', 'idle-stream']
  return [...all.filter(({ id }) => !last.includes(id)), ...last.map((id) => all.find((check) => check.id === id)!)]
}

/** Ends early, without a word, when the signal aborts; sessions that were opened are ended in every case. */
export async function* examine(options: ExamineOptions): AsyncGenerator<Finding, void, undefined> {
  const { url, fetch, bareFetch = fetch, headers = {}, signal } = options
  const { limit = 15_000, requestLimit = 5_000 } = options
  let current = signal
  const { observer } = options
  const exchanges: Exchange[] = []
  const shared = { url, headers, signal: () => current, limit: requestLimit, observer, exchanges }
  const http = createHttp({ ...shared, fetch, bareFetch })
  const met = await meetServer(http, url, requestLimit).catch(throwUnless(signal))
  if (!met) return
  const page = await meetAsPage().catch(throwUnless(signal))
  if (!page) return void (await met.close())
  const idleStream = await openIdleStream(met).catch(throwUnless(signal))
  const { pageFetch, barePageFetch, secrets = [] } = options
  const fetches = [fetch, bareFetch, pageFetch, barePageFetch]
  const redact = createRedact({ url, headers, fetches, exchanges, secrets })
  const examined = createExamined(
    { server: met, page, idleStream },
    {
      callsReadOnlyTools: options.callsReadOnlyTools ?? false,
      isAuthorized: options.isAuthorized ?? Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'),
      limit: requestLimit,
      settle: options.settle ?? 1_000,
      idle: options.idle ?? 20_000,
      slow: options.slow ?? 1_000,
      ...(options.pageOrigin !== undefined && { pageOrigin: options.pageOrigin }),
    },
  )
  try {
    for (const check of checks.filter(({ id }) => options.only?.includes(id) ?? true)) {
      if (signal.aborted) return
      const own = new AbortController()
      const stop = () => own.abort(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      current = own.signal
      const started = performance.now()
      const before = http.exchanges.length
      // The last check waits for the rest of the time that the idle stream is watched.
      const most = check.id === 'idle-stream' ? limit + examined.settings.idle : limit
      const outcome = await runWithin(check, examined, own, most)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) return
      yield redact(toFinding(check, outcome, http.exchanges.slice(before), performance.now() - started))
    }
  } finally {
    idleStream?.close()
    await Promise.all(page === met ? [met.close()] : [met.close(), page.close()])
  }

  async function meetAsPage(): Promise<Server | undefined> {
    const { pageFetch, barePageFetch = pageFetch } = options
    // Where nothing answers, a page would not get an answer either.
    const isThere = [met?.discovery, met?.initialization].some((asked) => asked?.exchange.status !== undefined)
    if (!pageFetch || !barePageFetch || (!isThere && !met?.httpSse)) return met
    return meetServer(createHttp({ ...shared, fetch: pageFetch, bareFetch: barePageFetch }), url, requestLimit)
  }
}

/** An examination that was stopped ends quietly; every other failure is one. */
function throwUnless(signal: AbortSignal): (reason: unknown) => undefined {
  return (reason) => {
    if (!signal.aborted) throw reason
    return undefined
  }
}

async function runWithin(check: Check, examined: Examined, own: AbortController, limit: number): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      own.abort()
      resolve(
        couldNotTell(
          `The check did not end within ${limit / 1_000} s.`,
          'Examine it again when the server has less to do.',
        ),
      )
    }, limit)
  })
  const failed = (reason: unknown) => couldNotTell(`The check itself failed: ${String(reason)}`)
  try {
    return await Promise.race([check.run(examined).catch(failed), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Numbers of requests that a finding shows. */
const MAX_REQUESTS = 12

function toFinding(check: Check, outcome: Outcome, own: readonly Exchange[], ms: number): Finding {
  const { id, title, group, section } = check
  const { verdict, seen, advice, cites = [] } = outcome
  const numbers = [...cites, ...own].flatMap((exchange) => (exchange ? [exchange.number] : []))
  const requests = [...new Set(numbers)].sort((a, b) => a - b).slice(0, MAX_REQUESTS)
  return { id, title, group, section, verdict, seen, ...(advice !== undefined && { advice }), requests, ms }
}

type Met = Pick<Examined, 'server' | 'page' | 'idleStream'>

function createExamined({ server, page, idleStream }: Met, settings: Settings): Examined {
  let lists: Promise<Listed[]> | undefined
  const ended = new Map<Server, Promise<EndedSession | undefined>>()
  const cards = new Map<Server, Promise<CardAnswer>>()
  return {
    server,
    page,
    settings,
    idleStream,
    lists: () => (lists ??= walkLists(server)),
    card(from = server) {
      const known = cards.get(from) ?? askForCard(from, settings.limit)
      cards.set(from, known)
      return known
    },
    endedSession(from = server) {
      const known = ended.get(from) ?? endSession(from)
      ended.set(from, known)
      return known
    },
  }
}

async function walkLists({ main }: Server): Promise<Listed[]> {
  if (!main) return []
  const capabilities = capabilitiesOf(main)
  const listed: Listed[] = []
  for (const kind of listKinds) if (capabilities[kind.capability]) listed.push(await walkList(main, kind))
  return listed
}

async function endSession(server: Server): Promise<EndedSession | undefined> {
  const session = await server.openSession(server.session?.revision ?? '')
  if (!('kind' in session)) return undefined
  const exchange = await server.closeSession(session)
  return exchange && { session, exchange }
}

/** The stream on which messages come that belong to no request. */
async function openIdleStream({ http, session, stateless, httpSse }: Server): Promise<Live | undefined> {
  if (httpSse) return httpSse.stream
  if (session) return http.open({ method: 'GET', headers: session.headers })
  const tools = stateless && capabilitiesOf(stateless).tools
  if (!isObject(tools) || tools.listChanged !== true) return undefined
  const message = statelessRequest('subscriptions/listen', { notifications: { toolsListChanged: true } })
  return http.open({ body: message, headers: statelessHeaders(message) })
}
