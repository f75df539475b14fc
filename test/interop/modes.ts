/** The servers of other people that the tests start, and what each of them can do. */
import { join } from 'node:path'
import type { EraName, TransportKind } from '../../src/types/lifecycle.ts'
import { peersFolder } from './install.ts'
import type { Launch } from './running-server.ts'

export interface Mode {
  name: string
  /** Modes with the same launch share one server. */
  launch: Launch
  path: string
  transport: TransportKind
  era: EraName
  /** What the client notices of a restart. */
  restart: 'loses the session' | 'changes nothing'
  /** What the server cannot do, and why. */
  without?: { progress?: string; elicitation?: string }
  tools?: Tools
}

/** Calls of the tools that the tests need. */
export interface Tools {
  echo(text: string): [tool: string, args: Record<string, unknown>]
  count(to: number, every: number): [tool: string, args: Record<string, unknown>]
  ask: string
}

/** The tools of our own scripts. */
export const ourTools: Tools = {
  echo: (text) => ['echo', { text }],
  count: (to, every) => ['count', { to, every }],
  ask: 'ask',
}

const everythingTools: Tools = {
  echo: (message) => ['echo', { message }],
  count: (steps, every) => ['trigger-long-running-operation', { duration: (steps * every) / 1000, steps }],
  ask: 'trigger-elicitation-request',
}

const http = { path: '/mcp', transport: 'streamable-http', era: 'legacy', restart: 'loses the session' } as const
const sse = { path: '/sse', transport: 'sse', era: 'legacy', restart: 'loses the session' } as const
const modern = { ...http, era: 'modern', restart: 'changes nothing' } as const
const stateless = {
  ...http,
  restart: 'changes nothing',
  without: { elicitation: 'without sessions, an answer to the server belongs to no call' },
} as const
const noStream = 'its answer is one JSON body'

const peer = (name: string, ...args: string[]): Launch => ({ cwd: join(peersFolder, name), args })

const worker = (name: string): Launch => ({ cwd: join(peersFolder, name), worker: 'worker.mjs' })

function everything(transport: string): Launch {
  const program = 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'
  return { ...peer('everything', program, transport), env: { PORT: '{port}' } }
}

const sdk1 = (mode: string) => peer('sdk-1', 'server.mjs', mode, '{port}')

function supergateway(...args: string[]): Launch {
  const program = 'node_modules/supergateway/dist/index.js'
  const stdio = `"${process.execPath}" stdio.mjs`
  return peer('supergateway', program, '--stdio', stdio, '--port', '{port}', '--logLevel', 'none', ...args)
}

const fastmcp = peer('fastmcp', 'server.mjs', '{port}')
const agents = worker('agents')

export const modes: readonly Mode[] = [
  { ...http, name: 'server-everything', launch: everything('streamableHttp'), tools: everythingTools },
  { ...sse, name: 'server-everything, HTTP+SSE', launch: everything('sse'), tools: everythingTools },
  {
    ...modern,
    name: 'official server 2.x, both eras',
    launch: peer('official-server', 'server.mjs', 'both', '{port}'),
  },
  {
    ...http,
    name: 'official server 2.x, sessions',
    launch: peer('official-server', 'server.mjs', 'sessions', '{port}'),
  },
  { ...http, name: 'sdk 1.x, sessions', launch: sdk1('sessions') },
  { ...http, name: 'sdk 1.x, stored events', launch: sdk1('events') },
  { ...http, name: 'sdk 1.x, JSON', launch: sdk1('json'), without: { progress: noStream, elicitation: noStream } },
  { ...stateless, name: 'sdk 1.x, no sessions', launch: sdk1('stateless') },
  { ...sse, name: 'sdk 1.x, HTTP+SSE', launch: sdk1('sse') },
  {
    ...http,
    name: 'supergateway, sessions',
    launch: supergateway('--outputTransport', 'streamableHttp', '--stateful', '--sessionTimeout', '60000'),
  },
  { ...stateless, name: 'supergateway, no sessions', launch: supergateway('--outputTransport', 'streamableHttp') },
  { ...sse, name: 'supergateway, HTTP+SSE', launch: supergateway('--outputTransport', 'sse') },
  // It takes calls of sessions that it does not know.
  { ...http, name: 'mcp-lite in workerd', launch: worker('mcp-lite'), restart: 'changes nothing' },
  { ...http, name: '@hono/mcp, sessions', launch: peer('hono-mcp', 'server.mjs', '{port}') },
  { ...http, name: 'fastmcp', launch: fastmcp },
  { ...sse, name: 'fastmcp, HTTP+SSE', launch: fastmcp },
  { ...modern, name: 'agents in workerd, both eras', launch: agents },
  { ...http, name: 'agents in workerd, sessions', launch: agents, path: '/agent' },
  { ...sse, name: 'agents in workerd, HTTP+SSE', launch: agents },
]
