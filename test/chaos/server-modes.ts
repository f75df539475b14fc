/** The servers that are disturbed: what starts them, and what each of them can do. */
import { join } from 'node:path'
import type { EraName, TransportKind } from '../../src/types/lifecycle.ts'
import { peersFolder } from '../interop/install.ts'
import type { ClientLimits, Moment } from './clients/script.ts'

export interface Program {
  /** The folder with its packages, in which it runs. */
  peer: string
  /** What Node runs; `{port}`, `{control}` and `{servers}` stand for what their names say. */
  args: readonly string[]
  env?: Record<string, string>
  /** A Worker in `servers`, which runs in Miniflare instead of Node. */
  worker?: string
}

export interface ServerMode {
  name: string
  program: Program
  path: string
  transport: TransportKind
  era: EraName
  /** The server speaks both eras, and the client is told to use the legacy one. */
  asLegacy?: true
  /** Where only a limit ends the wait, instead of the usual ones. */
  limits?: ClientLimits
  /** Only these combinations, which are about one thing. */
  only?: { faults: readonly string[]; moments: readonly Moment[] }
  /** The limits leave time to notice that a stream died in silence, and to get the answer on another one. */
  outlastsSilence?: true
  /** The disturbed call may be sent twice. */
  retry?: 'safe'
  /** Milliseconds before each report of progress. */
  pause?: number
  /** Streams can be resumed: the server keeps events and replays them. */
  keepsEvents?: true
  /** It sends event ids, but forgets the answer that it wrote to a broken connection: only a limit ends the wait. */
  forgetsAnswers?: true
  /** Its tools say when its list of tools changes, on a stream that is open for that. */
  tellsChanges?: true
  /** Instead of `work`. */
  tools?: Tools
}

export interface WorkArguments {
  key: string
  steps: number
  pause: number
  hold: boolean
}

export interface Tools {
  work(args: WorkArguments): [tool: string, args: Record<string, unknown>]
  /** A text in the middle of the answer. */
  half(key: string): string
  /** A text at the end of the answer. */
  end(key: string): string
  /** They are not ours and do not count: the requests that the proxy passes on are counted. */
  areForeign?: true
}

export const ourTools: Tools = {
  work: (args) => ['work', { ...args }],
  half: (key) => `${key} half`,
  end: (key) => `${key} end`,
}

const everythingTools: Tools = {
  work: ({ steps, pause }) => ['trigger-long-running-operation', { duration: (steps * pause) / 1000, steps }],
  half: () => 'running operation completed.',
  end: () => 'Steps: ',
  areForeign: true,
}

/** Read-only, so that a call may be sent twice. */
const safe = {
  retry: 'safe',
  tools: { ...ourTools, work: (args: WorkArguments): ReturnType<Tools['work']> => ['look-up', { ...args }] },
  only: {
    faults: ['cut', 'cut after 12 bytes', 'reset', 'silent to the client', 'refuse', 'kill and restart'],
    moments: ['request sent', 'first event', 'between events', 'half an answer'],
  },
} as const

/** The client asks beside a silent stream after 30 s. While the server refuses that with 409, it asks twice, then resumes. */
const patient = {
  keepsEvents: true,
  outlastsSilence: true,
  limits: { timeout: 110_000, maxTotalTimeout: 130_000, connectTimeout: 30_000, pingTimeout: 5_000 },
  only: { faults: ['silent to the client'], moments: ['first event', 'between events'] },
} as const

const http = { path: '/mcp', transport: 'streamable-http', era: 'legacy' } as const
const modern = { ...http, era: 'modern' } as const
const sse = { path: '/sse', transport: 'sse', era: 'legacy' } as const

const peer = (name: string, ...args: string[]): Program => ({ peer: join(peersFolder, name), args })

function everything(transport: string): Program {
  const program = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
  return { ...peer('everything', program, transport), env: { PORT: '{port}' } }
}

function supergateway(...args: string[]): Program {
  const stdio = `"${process.execPath}" --import "{servers}preload.mjs" "{servers}stdio.mjs"`
  const more = ['--stdio', stdio, '--port', '{port}', '--logLevel', 'none', ...args]
  return peer('supergateway', 'node_modules/supergateway/dist/index.js', ...more)
}

const worker = (name: string): Program => ({ ...peer(name), worker: `${name}-worker.mjs` })

const sdk2 = (mode: string) => peer('official-server', '{servers}sdk-2.mjs', mode, '{port}')
const sdk2Both = sdk2('both')
const effect = (era: EraName) => peer('effect', '{servers}effect.mjs', era, '{port}')
const fastmcp = peer('fastmcp', '{servers}fastmcp.mjs', '{port}')
const tmcp = peer('tmcp', '{servers}tmcp.mjs', '{port}')
const agents = worker('agents')
const sdk1 = (mode: string) => peer('sdk-1', '{servers}sdk-1.mjs', mode, '{port}')

export const serverModes: readonly ServerMode[] = [
  { ...http, name: 'sdk 1.32, event store', program: sdk1('events'), keepsEvents: true, tellsChanges: true },
  { ...http, name: 'sdk 1.32, sessions', program: sdk1('sessions'), tellsChanges: true },
  { ...http, name: 'sdk 1.32, stateless', program: sdk1('stateless') },
  { ...sse, name: 'sdk 1.32, HTTP+SSE', program: sdk1('sse'), tellsChanges: true },
  {
    ...http,
    name: 'server-everything',
    program: everything('streamableHttp'),
    keepsEvents: true,
    tools: everythingTools,
  },
  { ...sse, name: 'server-everything, HTTP+SSE', program: everything('sse'), tools: everythingTools },
  { ...modern, name: 'server 2.4, modern', program: sdk2Both, tellsChanges: true },
  { ...http, name: 'server 2.4, legacy', program: sdk2Both, asLegacy: true },
  { ...http, name: 'server 2.4, sessions', program: sdk2('sessions'), tellsChanges: true },
  { ...http, name: 'server 2.4, event store', program: sdk2('events'), keepsEvents: true, tellsChanges: true },
  { ...http, name: 'fastmcp', program: fastmcp, keepsEvents: true },
  { ...sse, name: 'fastmcp, HTTP+SSE', program: fastmcp },
  { ...modern, name: 'tmcp, modern', program: tmcp },
  { ...http, name: 'tmcp, legacy', program: tmcp, asLegacy: true },
  { ...sse, name: 'tmcp, HTTP+SSE', program: tmcp },
  { ...http, name: 'mcp-lite in workerd', program: worker('mcp-lite') },
  { ...modern, name: 'effect, modern', program: effect('modern') },
  { ...http, name: 'effect, legacy', program: effect('legacy') },
  { ...modern, name: 'agents in workerd, modern', program: agents },
  {
    ...http,
    name: 'agents in workerd, sessions',
    program: agents,
    path: '/agent',
    // agents 0.32.0, dist/mcp/index.js, clearStream(): "Called by the transport immediately after a POST's final response has
    // been written to the wire — no future `Last-Event-ID` for this stream is expected to resolve."
    forgetsAnswers: true,
  },
  { ...sse, name: 'agents in workerd, HTTP+SSE', program: agents },
  {
    ...http,
    name: 'supergateway, sessions',
    // It starts a process for each session.
    limits: { connectTimeout: 20_000, timeout: 6_000, maxTotalTimeout: 14_000, pingTimeout: 2_000 },
    program: supergateway('--outputTransport', 'streamableHttp', '--stateful', '--sessionTimeout', '60000'),
  },
  { ...sse, name: 'supergateway, HTTP+SSE', program: supergateway('--outputTransport', 'sse') },
  { ...modern, name: 'mcp-handler', program: peer('mcp-handler', '{servers}mcp-handler.mjs', '{port}') },
  { ...http, name: 'hono', program: peer('hono-mcp', '{servers}hono.mjs', '{port}') },
  {
    ...http,
    // After it has replayed what was missed, the resumed stream of a call that still runs brings only comments.
    name: 'server-everything, a call that outlives its stream',
    program: everything('streamableHttp'),
    keepsEvents: true,
    tools: everythingTools,
    pause: 1_000,
    only: { faults: ['cut', 'cut after 12 bytes', 'reset'], moments: ['first event', 'between events'] },
  },
  { ...http, ...safe, name: 'sdk 1.32, sessions, safe retry', program: sdk1('sessions') },
  { ...http, ...safe, name: 'sdk 1.32, stateless, safe retry', program: sdk1('stateless') },
  { ...sse, ...safe, name: 'sdk 1.32, HTTP+SSE, safe retry', program: sdk1('sse') },
  { ...modern, ...safe, name: 'server 2.4, modern, safe retry', program: sdk2Both },
  { ...http, ...patient, name: 'sdk 1.32, event store, patience', program: sdk1('events') },
  { ...http, ...patient, name: 'server 2.4, event store, patience', program: sdk2('events') },
  { ...http, ...patient, name: 'fastmcp, patience', program: fastmcp },
]
