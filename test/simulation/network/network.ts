/** A network between client and server: a `fetch` that injects faults by seed and records every request. */

import type { Server } from '../../../playground/server/control/control.ts'
import type { Fetch, FetchInit } from '../../../src/core/fetch.ts'
import type { VirtualClock } from '../../../src/testing/index.ts'
import type { RandomChoices } from '../random-choices.ts'
import { createBody } from './body.ts'
import { createFaultChoice } from './choose-fault.ts'
import { createExchange, type Exchange, MAX_REQUESTS } from './exchange.ts'
import { type Fault, type FaultKind, type FaultPlan, REFUSAL } from './faults.ts'
import { answerWrongly, isServerFault } from './wrong-answers.ts'

export interface Network {
  fetch: Fetch
  exchanges: Exchange[]
  /** Faults that took effect, each as `kind @ phase`. */
  disturbances: string[]
  /** Requests from now on are no longer part of connecting. */
  markConnected(): void
  /** Requests from now on have no faults. */
  stopFaults(): void
  /** Refuses all requests up to this time. */
  refuseUntil(time: number): void
  /** All connections die without a sign, as they do when the machine sleeps. */
  killConnections(): void
}

export interface NetworkOptions {
  clock: VirtualClock
  server: Server
  /** Reaches the server without faults. */
  fetch: Fetch
  random: RandomChoices
  faults: FaultPlan
  /** Milliseconds of silence after which a gateway cuts a connection. @default never */
  idleLimit?: number | undefined
  /** Tells the faults of two clients apart. */
  owner?: string
}

/** These add SSE events or comments to the body, which must not be done to JSON. */
const STREAMS_ONLY: (FaultKind | undefined)[] = ['foreign answer', 'repeated answer', 'flood']

export function createNetwork(options: NetworkOptions): Network {
  const { clock, server, fetch: serverFetch, random, faults, idleLimit } = options
  const exchanges: Exchange[] = []
  const disturbances: string[] = []
  const chooseFault = createFaultChoice(random, faults, options.owner)
  let hasFaults = faults.rate > 0 && faults.kinds.length > 0
  let isConnected = false
  /** The last request whose connection is dead. */
  let lastDead = 0
  let refusedUntil = 0

  return {
    fetch,
    exchanges,
    disturbances,
    markConnected() {
      isConnected = true
    },
    stopFaults() {
      hasFaults = false
    },
    refuseUntil(time) {
      refusedUntil = time
    },
    killConnections() {
      lastDead = exchanges.length
    },
  }

  async function fetch(url: string, init: FetchInit): Promise<Response> {
    const exchange = startExchange(url, init)
    // Stops a client that sends requests in a loop; the judge counts them.
    if (exchanges.length > MAX_REQUESTS) return new Promise(() => {})
    const isExempt = !hasFaults || (!isConnected && faults.afterConnecting)
    const isRefused = clock.now() < refusedUntil
    const fault = isRefused ? REFUSAL : isExempt ? undefined : chooseFault(exchange)
    const recordFault = (where?: string) => {
      exchange.fault ??= fault?.kind
      disturbances.push(`${fault?.kind} @ ${where ?? exchange.phase}`)
    }
    const serverAbort = new AbortController()
    const ignoresAbort = fault?.kind === 'ignores abort'
    if (ignoresAbort) recordFault()
    const transferred = cutWhenSilent(transfer(url, init, exchange, fault, serverAbort, recordFault), exchange)
    const response = await (ignoresAbort
      ? transferred
      : rejectOnAbort(transferred, init.signal, serverAbort, exchange)
    ).catch((error: unknown) => {
      endExchange(exchange, 'failed')
      throw error
    })
    const signal = ignoresAbort ? undefined : init.signal
    return respond(response, exchange, { fault, serverAbort, recordFault, signal })
  }

  function startExchange(url: string, init: FetchInit): Exchange {
    const exchange = createExchange(exchanges.length + 1, clock.now(), url, init, isConnected)
    exchanges.push(exchange)
    init.signal.addEventListener('abort', () => {
      exchange.abortedAt ??= clock.now()
    })
    return exchange
  }

  /** Each transfer takes a millisecond at least, so that time passes in every loop. */
  async function transfer(
    url: string,
    init: FetchInit,
    exchange: Exchange,
    fault: Fault | undefined,
    serverAbort: AbortController,
    recordFault: () => void,
  ): Promise<Response> {
    const { kind } = fault ?? {}
    await clock.wait(1, serverAbort.signal)
    if (kind === 'unsent' || kind === 'refused') {
      recordFault()
      throw new TypeError('fetch failed', kind === 'refused' ? { cause: { code: 'ECONNREFUSED' } } : {})
    }
    if (fault && kind === 'status') {
      recordFault()
      return new Response(`status ${fault.status}`, { status: fault.status, headers: fault.headers })
    }
    if (kind === 'session lost') {
      recordFault()
      await server.act({ expireSessions: true })
    }
    const serve = () => {
      exchange.reachedServer = true
      return serverFetch(url, { ...init, signal: serverAbort.signal })
    }
    if (fault && isServerFault(fault)) {
      recordFault()
      return answerWrongly(fault, { url, init, clock, serve, signal: serverAbort.signal })
    }
    const response = await serve()
    if (kind === 'no response') {
      recordFault()
      await new Promise<never>(() => {})
    }
    if (kind === 'response lost') {
      recordFault()
      serverAbort.abort('left')
      throw new TypeError('fetch failed')
    }
    if (fault && (kind === 'late response' || kind === 'ignores abort')) {
      if (kind === 'late response') recordFault()
      await clock.wait(fault.milliseconds, serverAbort.signal)
    }
    return response
  }

  /** A gateway answers itself where the server takes too long, and a dead connection brings nothing. */
  async function cutWhenSilent(transferred: Promise<Response>, exchange: Exchange): Promise<Response> {
    const isDead = () => exchange.number <= lastDead
    const response = await (idleLimit === undefined
      ? transferred
      : Promise.race([
          transferred,
          clock.wait(idleLimit).then(() => {
            if (exchange.respondedAt === undefined) disturbances.push(`gateway cut @ ${exchange.phase}`)
            return new Response('Gateway Time-out', { status: 504 })
          }),
        ]))
    return isDead() ? new Promise(() => {}) : response
  }

  function rejectOnAbort<T>(
    promise: Promise<T>,
    signal: AbortSignal,
    serverAbort: AbortController,
    exchange: Exchange,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason)
        endExchange(exchange, 'cancelled')
        serverAbort.abort(signal.reason)
      }
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort, { once: true })
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
    })
  }

  function respond(
    response: Response,
    exchange: Exchange,
    rest: {
      fault: Fault | undefined
      serverAbort: AbortController
      recordFault: (where?: string) => void
      signal: AbortSignal | undefined
    },
  ): Response {
    const { status, headers } = response
    exchange.status = status
    exchange.retryAfter = /^\d+$|GMT$/.test(headers.get('retry-after') ?? '')
    exchange.respondedAt = clock.now()
    // It may have been aborted in the instant in which the response came.
    if (exchange.endedAt === undefined) exchange.state = 'open'
    const onEnd = (state: Exchange['state']) => endExchange(exchange, state)
    if (!response.body) onEnd('read')
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    const fault = isStream || !STREAMS_ONLY.includes(rest.fault?.kind) ? rest.fault : undefined
    const isDead = () => exchange.number <= lastDead
    const onCut = () => disturbances.push(`gateway cut @ ${exchange.phase}`)
    const more = { source: response.body!, exchange, clock, onEnd, fault, isDead, idleLimit, onCut }
    const body = response.body && createBody({ ...rest, ...more })
    const passed = new Response(body, { status, headers })
    return Object.defineProperty(passed, 'url', { value: response.url })
  }

  function endExchange(exchange: Exchange, state: Exchange['state']): void {
    if (exchange.endedAt !== undefined) return
    exchange.state = state
    exchange.respondedAt ??= clock.now()
    exchange.endedAt = clock.now()
  }
}
