/** A seeded network between the client and the server: a fetch to which things happen, and that remembers them. */
import type { Fetch, FetchInit } from '../../src/core/options.ts'
import type { Server, VirtualClock } from '../../src/testing/index.ts'
import { createBody } from './body.ts'
import type { Dice } from './dice.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { drawFault, type Fault, type FaultKind } from './faults.ts'
import type { Plan } from './plan.ts'

export interface Network {
  fetch: Fetch
  exchanges: Exchange[]
  /** Faults that struck, each as `kind @ phase`. */
  struck: string[]
  /** The client has connected. */
  connected(): void
  /** From now on nothing happens any more. */
  calm(): void
}

export interface NetworkOptions {
  clock: VirtualClock
  server: Server
  /** Reaches the server. */
  fetch: Fetch
  dice: Dice
  faults: Plan['faults']
}

/** More than any run needs; a client that sends more is in a loop. */
export const MOST_REQUESTS = 600

/** What is added to a body must not turn JSON into something else. */
const STREAMS_ONLY: (FaultKind | undefined)[] = ['foreign', 'repeated', 'flood']

export function createNetwork({ clock, server, fetch: reach, dice, faults }: NetworkOptions): Network {
  const exchanges: Exchange[] = []
  const struck: string[] = []
  let isCalm = faults.rate === 0 || faults.kinds.length === 0
  let isConnected = false

  return {
    fetch,
    exchanges,
    struck,
    connected() {
      isConnected = true
    },
    calm() {
      isCalm = true
    },
  }

  async function fetch(url: string, init: FetchInit): Promise<Response> {
    const exchange = begin(url, init)
    // A loop would go on for ever; like this it comes to a stop, and the judge counts.
    if (exchanges.length > MOST_REQUESTS) return new Promise(() => {})
    const isSpared = isCalm || (!isConnected && faults.afterConnecting) || !dice.chance(faults.rate)
    const fault = isSpared ? undefined : drawFault(dice, faults.kinds)
    const strike = (where?: string) => {
      exchange.fault ??= fault?.kind
      struck.push(`${fault?.kind} @ ${where ?? exchange.phase}`)
    }
    const inner = new AbortController()
    const isDeaf = fault?.kind === 'deaf'
    if (isDeaf) strike()
    const arrival = transfer(url, init, exchange, fault, inner, strike)
    const response = await (isDeaf ? arrival : orLeft(arrival, init.signal, inner, exchange)).catch(
      (error: unknown) => {
        settle(exchange, 'failed')
        throw error
      },
    )
    return respond(response, exchange, { fault, inner, strike, signal: isDeaf ? undefined : init.signal })
  }

  function begin(url: string, init: FetchInit): Exchange {
    const exchange = createExchange(exchanges.length + 1, clock.now(), url, init, isConnected)
    exchanges.push(exchange)
    init.signal.addEventListener('abort', () => {
      exchange.abortedAt ??= clock.now()
    })
    return exchange
  }

  /** The way there and back. No way is instant, so that no loop is either. */
  async function transfer(
    url: string,
    init: FetchInit,
    exchange: Exchange,
    fault: Fault | undefined,
    inner: AbortController,
    strike: () => void,
  ): Promise<Response> {
    const { kind } = fault ?? {}
    await clock.wait(1, inner.signal)
    if (kind === 'unsent' || kind === 'refused') {
      strike()
      throw new TypeError('fetch failed', kind === 'refused' ? { cause: { code: 'ECONNREFUSED' } } : {})
    }
    if (fault && kind === 'status') {
      strike()
      return new Response(`status ${fault.status}`, { status: fault.status, headers: fault.headers })
    }
    if (kind === 'session lost') {
      strike()
      await server.act({ expireSessions: true })
    }
    exchange.reached = true
    const response = await reach(url, { ...init, signal: inner.signal })
    if (kind === 'no head') {
      strike()
      await new Promise<never>(() => {})
    }
    if (kind === 'head lost') {
      strike()
      inner.abort('left')
      throw new TypeError('fetch failed')
    }
    if (fault && (kind === 'late' || kind === 'deaf')) {
      if (kind === 'late') strike()
      await clock.wait(fault.milliseconds, inner.signal)
    }
    return response
  }

  function orLeft<T>(promise: Promise<T>, signal: AbortSignal, inner: AbortController, exchange: Exchange): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason)
        settle(exchange, 'cancelled')
        inner.abort(signal.reason)
      }
      if (signal.aborted) leave()
      signal.addEventListener('abort', leave, { once: true })
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
    })
  }

  function respond(
    response: Response,
    exchange: Exchange,
    rest: {
      fault: Fault | undefined
      inner: AbortController
      strike: (where?: string) => void
      signal: AbortSignal | undefined
    },
  ): Response {
    const { status, headers } = response
    exchange.status = status
    exchange.retryAfter = headers.has('retry-after')
    exchange.headAt = clock.now()
    exchange.state = 'open'
    const ended = (how: Exchange['state']) => settle(exchange, how)
    if (!response.body) ended('read')
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    const fault = isStream || !STREAMS_ONLY.includes(rest.fault?.kind) ? rest.fault : undefined
    const body = response.body && createBody({ ...rest, source: response.body, exchange, clock, ended, fault })
    const passed = new Response(body, { status, headers })
    return Object.defineProperty(passed, 'url', { value: response.url })
  }

  function settle(exchange: Exchange, how: Exchange['state']): void {
    if (exchange.endedAt !== undefined) return
    exchange.state = how
    exchange.headAt ??= clock.now()
    exchange.endedAt = clock.now()
  }
}
