/** Every fault: what our client makes of it, and what the journal says. */
import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/core/index.ts'
import { type FaultName, faultTable } from '../../../src/testing/faults/table.ts'
import type { FaultOptions, JournalEntry, MockServer, VirtualClock } from '../../../src/testing/index.ts'
import { createFaultWorld } from './fault-world.ts'

interface Row {
  /** Of the fault, beside `times: 1` and `on: 'tools/call'`. */
  options?: FaultOptions
  versions?: string[]
  /** What the client does, if not a call of `echo`. */
  act?(client: Client, server: MockServer<VirtualClock>): Promise<unknown>
  /** What it gets: a part of the result or of the error. */
  gets: object
  /** The requests from the fault on: `POST tools/call 200 closed`. */
  wire: string[]
  /** Virtual milliseconds until then, if they matter. */
  after?: number
  /** It is not stopped: the client has adapted to it. */
  lasts?: boolean
}

const good = { content: [{ type: 'text', text: 'é' }] }
const CALL = 'POST tools/call 200 closed'
const RESUMED = 'GET 200 closed'
const CANCELLED = 'POST notifications/cancelled 202 no-body'
const MODERN = ['2026-07-28', '2025-11-25']
const http = (status: number, delivery: string) => ({ code: 'http', status, delivery })
const timeout = { code: 'timeout', delivery: 'unknown', limit: 'timeout' }
const status = (code: number, delivery = 'unknown'): Row => ({
  gets: http(code, delivery),
  wire: [`POST tools/call ${code} closed`],
})

const rows: Record<FaultName, Row> = {
  'network-error': { gets: { code: 'connection', delivery: 'unknown' }, wire: [] },
  'connection-refused': { gets: { code: 'connection', delivery: 'not-executed' }, wire: [] },
  'response-lost': { gets: { code: 'connection', delivery: 'unknown' }, wire: ['POST tools/call no response fault'] },
  'late-response': { options: { delay: 700 }, gets: good, wire: [CALL], after: 700 },
  'never-answers': { gets: timeout, wire: ['POST tools/call no response client-left', CANCELLED] },
  'ignores-abort': {
    options: { delay: 3_000 },
    act: (client) => client.callTool('echo', { text: 'é' }, { timeout: 1_000 }),
    gets: timeout,
    // The server is not told: only the message that cancels the call reaches it.
    wire: ['POST tools/call no response open', CANCELLED],
    after: 1_000,
  },
  'http-status': { ...status(418), options: { status: 418 } },
  'http-500': status(500),
  'http-502': status(502),
  'http-503': { options: { retryAfter: 2 }, gets: good, wire: ['POST tools/call 503 closed', CALL], after: 2_000 },
  'http-429': { options: { retryAfter: 3 }, gets: good, wire: ['POST tools/call 429 closed', CALL], after: 3_000 },
  unauthorized: status(401, 'not-executed'),
  'insufficient-scope': { ...status(403), options: { scope: 'write' } },
  'html-page': { gets: { code: 'invalid-message', message: /got text\/html/ }, wire: [CALL] },
  'wrong-content-type': { gets: { code: 'invalid-message', message: /got text\/plain/ }, wire: [CALL] },
  'no-cors-headers': {
    gets: { origin: null },
    wire: ['POST ping 415 closed'],
    options: { on: 'ping' },
    async act(_client, { fetch, url }) {
      const response = await fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
      await response.text()
      return { origin: response.headers.get('access-control-allow-origin') }
    },
  },
  'redirect-302': { gets: http(302, 'unknown'), wire: ['POST tools/call 302 no-body'] },
  'redirect-307': { gets: good, wire: ['POST tools/call 307 no-body', CALL] },
  'redirect-308': {
    async act(client, { journal }) {
      await client.callTool('echo', { text: 'x' })
      await client.callTool('echo', { text: 'é' })
      return { paths: journal.calls('tools/call').map(({ request }) => request.path) }
    },
    gets: { paths: ['/mcp', '/mcp?moved=', '/mcp?moved='] },
    wire: ['POST tools/call 308 no-body', CALL, CALL],
  },
  'redirect-loop': { options: { times: 9 }, gets: http(307, 'not-executed'), wire: ['POST tools/call 307 no-body'] },
  'redirect-other-origin': { gets: http(307, 'not-executed'), wire: ['POST tools/call 307 no-body'] },
  'ends-early': { gets: good, wire: [CALL, RESUMED] },
  'cut-in-message': { gets: good, wire: ['POST tools/call 200 fault', RESUMED] },
  'cut-in-character': { gets: good, wire: ['POST tools/call 200 fault', RESUMED] },
  'falls-silent': { gets: timeout, wire: ['POST tools/call 200 client-left', CANCELLED] },
  'holds-open': { gets: good, wire: ['POST tools/call 200 client-left'], after: 0 },
  'late-cut': { options: { delay: 100 }, gets: good, wire: ['POST tools/call 200 fault'], after: 0 },
  flood: { gets: good, wire: ['POST tools/call 200 client-left'], after: 0 },
  'in-pieces': { options: { bytes: 1, delay: 1 }, gets: good, wire: [CALL] },
  slow: { options: { bytesPerSecond: 50 }, gets: good, wire: [CALL] },
  'wrong-id': { versions: ['2026-07-28'], gets: { code: 'connection', delivery: 'unknown' }, wire: [CALL] },
  'foreign-answer': { gets: good, wire: [CALL] },
  'malformed-json': { versions: ['2026-07-28'], gets: { delivery: 'unknown' }, wire: [CALL] },
  duplicates: { gets: good, wire: [CALL] },
  'repeats-answer': { gets: good, wire: [CALL] },
  'huge-message': { gets: { code: 'invalid-message' }, wire: ['POST tools/call 200 client-left'] },
  'garbage-sse': { gets: good, wire: [CALL] },
  'forgets-sessions': {
    gets: good,
    wire: [
      'POST tools/call 404 closed',
      'POST initialize 200 closed',
      'POST notifications/initialized 202 no-body',
      CALL,
    ],
  },
  'expires-sessions': {
    options: { idle: 500 },
    async act(client, { clock }) {
      await clock.advance(501)
      return client.callTool('echo', { text: 'é' })
    },
    gets: good,
    wire: [
      'POST tools/call 404 closed',
      'POST initialize 200 closed',
      'POST notifications/initialized 202 no-body',
      CALL,
    ],
  },
  'closes-to-be-polled': { options: { retry: 4_000 }, gets: good, wire: [CALL, RESUMED], after: 4_000 },
  'retry-zero': { gets: good, wire: [CALL, RESUMED], after: 250 },
  'retry-large': { gets: { ...timeout, limit: 'maxTotalTimeout' }, wire: [CALL, CANCELLED], after: 0 },
  'replays-too-much': {
    options: { on: { httpMethod: 'GET' } },
    async act(client, server) {
      server.fault('cut-in-message', { times: 1, on: 'tools/call' })
      const seen: number[] = []
      await client.callTool('slow', { ms: 10, steps: 2 }, { onProgress: ({ progress }) => seen.push(progress) })
      return { seen }
    },
    gets: { seen: [1, 2] },
    wire: ['POST tools/call 200 fault', RESUMED],
  },
  'ping-unsupported': {
    options: { on: 'ping' },
    act: (client) => client.ping(),
    gets: { code: 'rpc', rpcCode: -32_601 },
    wire: ['POST ping 200 closed'],
  },
  'wrong-era': {
    gets: { code: 'rpc', status: 400 },
    wire: ['POST tools/call 400 closed', 'POST server/discover 400 closed'],
  },
  upgrades: {
    lasts: true,
    options: { times: 99, on: {} },
    gets: good,
    wire: ['POST tools/call 400 closed', 'POST server/discover 200 closed', CALL],
  },
  downgrades: {
    versions: MODERN,
    options: { times: 99, on: {} },
    gets: { code: 'rpc', status: 400, delivery: 'answered' },
    wire: ['POST tools/call 400 closed'],
  },
  'unsupported-version': {
    versions: MODERN,
    lasts: true,
    options: { times: 99, on: {} },
    gets: good,
    wire: [
      'POST tools/call 400 closed',
      'POST server/discover 400 closed',
      'POST initialize 200 closed',
      'POST notifications/initialized 202 no-body',
      CALL,
    ],
  },
}

const line = ({ httpMethod, rpcMethod, status, ended }: JournalEntry) =>
  [httpMethod, rpcMethod, status ?? 'no response', ended ?? 'open'].filter((part) => part !== undefined).join(' ')

describe('a fault', () => {
  test.each(Object.keys(faultTable) as FaultName[])('%s', async (name) => {
    const { options, versions = ['2025-11-25'], act, gets, wire, after, lasts } = rows[name]
    const { server, connect, until } = createFaultWorld({ versions })
    const client = await connect()
    const before = server.journal.requests.length
    const fault = server.fault(name, { times: 1, on: 'tools/call', ...options })
    const started = server.clock.now()
    const call = act?.(client, server) ?? client.callTool('echo', { text: 'é' }, { timeout: 10_000 })
    const outcome = await until(call.catch((error: Error) => Object.assign(error, { message: error.message })))
    expect(outcome).toMatchObject(toMatcher(gets))
    if (after !== undefined) expect(server.clock.now() - started).toBeGreaterThanOrEqual(after)
    await server.clock.advance(300)
    await expect.poll(() => server.journal.requests.slice(before).map(line)).toEqual(wire)
    expect(fault.hits).toBeGreaterThan(0)
    if (!lasts) fault.stop()
    // Afterwards the connection works.
    expect(await until(client.callTool('echo', { text: 'again' }))).toMatchObject({ content: [{ text: 'again' }] })
    await until(client.close())
    await server.close()
    expect(server.journal.open.map(({ fault }) => fault).filter((name) => name !== 'ignores-abort')).toEqual([])
  })
})

function toMatcher(expected: object): object {
  const members = Object.entries(expected).map(([key, value]) => [
    key,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ])
  return Object.fromEntries(members)
}
