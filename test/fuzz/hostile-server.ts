/** A client on virtual time whose server answers what the fuzzer invents; every body ends, so every call must settle. */
import { createConnect } from '../../src/core/connect.ts'
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import { virtualClock } from '../../src/testing/index.ts'
import { waitForDigests } from '../support/pending-digests.ts'
import { Violation } from './target.ts'

/** An HTTP response as JSON. `$id` in its body stands for the id of the request. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Received {
  method: string
  /** The JSON-RPC message, if there is one. */
  message: { id?: unknown; method?: string; params?: Record<string, unknown> } | undefined
}

export type Settled<T> = { value: T } | { error: unknown }

export interface HostileServer {
  /** Answers every request that `serve` leaves; `undefined` is the answer of a good server. */
  serve: (received: Received) => Reply | undefined
  connect(options?: ConnectOptions): Promise<Settled<Client>>
  connectTo(url: string, options?: ConnectOptions): Promise<Settled<Client>>
  /** Advances time until the promise settles. */
  settled<T>(promise: Promise<T>): Promise<Settled<T>>
  /** What clients posted since the last call of this function. */
  takePosted(): Received[]
}

export const MCP_URL = 'https://mcp.example/mcp'

/** More timers than any call needs. */
const MAX_STEPS = 2_000

/** Macrotasks that reading a response may take before time may pass. */
const TASKS_PER_STEP = 3

export function createHostileServer(): HostileServer {
  const clock = virtualClock(1_000_000_000)
  const posted: Received[] = []
  let random = 0
  const connect = createConnect({
    now: clock.now,
    monotonic: clock.now,
    setTimer: (run, milliseconds) => clock.schedule(milliseconds, run),
    // Not constant, so that ids differ between clients.
    random: () => (random = (random + 0.1) % 1),
  })
  const server: HostileServer = {
    serve: () => undefined,
    connect: (options) => server.connectTo(MCP_URL, options),
    connectTo: (url, options) => settled(connect(url, { fetch, keepAlive: false, cache: false, ...options })),
    settled,
    takePosted: () => posted.splice(0),
  }
  return server

  async function fetch(_url: string | URL, init: RequestInit = {}): Promise<Response> {
    const text = typeof init.body === 'string' ? init.body : ''
    const received: Received = { method: init.method ?? 'GET', message: text ? JSON.parse(text) : undefined }
    posted.push(received)
    // Members may be missing while a failing input is made smaller.
    const { status = 200, headers = {}, body = '' }: Partial<Reply> = server.serve(received) ?? goodReply(received)
    // What no HTTP server can send would fail in the constructor and not in the client.
    const bytes = [204, 205, 304].includes(status)
      ? null
      : body.replaceAll('"$id"', JSON.stringify(received.message?.id ?? null))
    return new Response(bytes, { status, headers })
  }

  async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
    let outcome: Settled<T> | undefined
    promise.then(
      (value) => (outcome = { value }),
      (error: unknown) => (outcome = { error }),
    )
    for (let steps = 0; ; steps++) {
      for (let task = 0; task < TASKS_PER_STEP && !outcome; task++) await clock.settle()
      if (outcome) return outcome
      if (await waitForDigests()) continue
      if (steps > MAX_STEPS) throw new Violation('sets timers without end')
      if (!(await clock.step())) throw new Violation('never settles')
    }
  }
}

export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

export const result = (value: object): Reply => json({ jsonrpc: '2.0', id: '$id', result: value })

export const SERVER_INFO = { name: 'hostile', version: '1' }

export const CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} }

/** What a well-behaved server of any era answers. */
export function goodReply({ method, message }: Received): Reply {
  if (method !== 'POST') return { status: 405, headers: {}, body: '' }
  if (message?.id === undefined || message.method === undefined) return { status: 202, headers: {}, body: '' }
  if (message.method === 'server/discover')
    return result({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: CAPABILITIES,
      ttlMs: 0,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
    })
  if (message.method === 'initialize')
    return result({
      protocolVersion: message.params?.protocolVersion,
      capabilities: CAPABILITIES,
      serverInfo: SERVER_INFO,
    })
  return result({ resultType: 'complete', content: [{ type: 'text', text: 'good' }] })
}
