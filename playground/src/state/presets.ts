/** Demo servers: the mock server with a configuration and a script, connected to by one click. */
import type { DeepPartial, Rule, ServerConfig, Step } from '../../../src/testing/index.ts'
import { getRealm } from './mock.ts'
import { emptyTarget, type Target } from './target.ts'

export interface Preset {
  id: string
  group: 'version' | 'transport' | 'failure' | 'access'
  title: string
  description: string
  /** What to try once connected. */
  hint: string
  config?: DeepPartial<ServerConfig>
  script?: Rule[]
  sse?: true
  oauth?: true
}

const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** A stream that the server closes twice before the answer; the client polls for the rest. */
const pollingStream: Step[] = [
  { prime: { retry: 300 } },
  { notify: 1 },
  { closeConnection: true },
  { delay: 700 },
  { notify: 1, store: true },
  { closeConnection: true },
  { delay: 700 },
  { notify: 1, store: true },
  { answer: true, store: true },
]

/** A stream whose connection is reset; the answer is sent on the resumed stream. */
export const resetStream: Step[] = [
  { prime: { retry: 500 } },
  { notify: 3, store: true },
  // Time for the notifications to be sent before the connection is reset.
  { delay: 200 },
  { fault: true },
  { delay: 300 },
  { answer: true, store: true },
]

export const unavailable: Step[] = [
  { respond: { status: 503, headers: { 'retry-after': '1' }, body: 'Too much to do' } },
]

/** A page of this origin is allowed, and no other one. */
const otherOrigin = { 'access-control-allow-origin': 'https://app.example.com' }

/** The one for newcomers: every protocol version, and nothing goes wrong. */
export const demo: Preset = {
  id: 'demo',
  group: 'version',
  title: 'Demo server',
  description: 'Every protocol version',
  hint: 'Pick a tool and call it. Each request and response appears on the wire.',
}

/** The headings of the variants, in their order. */
export const presetGroups: Readonly<Record<Preset['group'], string>> = {
  version: 'Protocol versions',
  transport: 'Transports',
  failure: 'Failures',
  access: 'Access',
}

export const presets: readonly Preset[] = [
  {
    id: 'stateless',
    group: 'version',
    title: '2026-07-28',
    description: 'Stateless: no handshake, no session',
    hint: 'Connecting takes one request. Call "ask": the server asks for input without an open stream.',
    config: { versions: ['2026-07-28'] },
  },
  {
    id: 'sessions',
    group: 'version',
    title: '2025-11-25',
    description: 'Streamable HTTP with a session',
    hint: 'The server rejects the first probe, then the handshake follows. Call "count" to see a stream.',
    config: { versions: legacyVersions },
  },
  {
    id: 'http-sse',
    group: 'transport',
    title: 'HTTP+SSE',
    description: 'The transport of 2024-11-05',
    hint: 'One long-lived stream carries every response.',
    config: { versions: ['2024-11-05'], get: 'sse' },
    sse: true,
  },
  {
    id: 'polling',
    group: 'transport',
    title: 'Polling',
    description: 'The server disconnects, the client polls',
    hint: 'Call any tool: the server closes its stream twice, and the client resumes it.',
    config: { versions: legacyVersions },
    script: [{ on: { rpcMethod: 'tools/call' }, do: pollingStream }],
  },
  {
    id: 'flaky',
    group: 'failure',
    title: 'Flaky',
    description: 'Broken streams and 503 in turn',
    hint: 'Call any tool several times.',
    config: { versions: legacyVersions },
    script: Array.from({ length: 20 }, (_, index) => ({
      on: { rpcMethod: 'tools/call' },
      nth: index + 1,
      do: [resetStream, unavailable, [{ pass: true } as const]][index % 3]!,
    })),
  },
  {
    id: 'expires',
    group: 'failure',
    title: 'Session expires',
    description: 'Sessions end after three idle seconds',
    hint: 'Wait three seconds, then call a tool: the client starts a new session and sends the call again.',
    config: { versions: legacyVersions, session: { ttl: 3_000 } },
  },
  {
    id: 'oauth',
    group: 'access',
    title: 'OAuth',
    description: 'Requires sign-in',
    hint: 'Discovery, registration and tokens are on the wire too, without their secrets.',
    config: { oauth: { consent: {} } },
    oauth: true,
  },
  {
    id: 'no-cors',
    group: 'access',
    title: 'No CORS',
    description: 'The browser blocks this page',
    hint: 'This server sends no CORS headers, so you are connected through a relay.',
    script: [
      { on: { httpMethod: 'OPTIONS' }, do: [{ respond: { status: 204, headers: otherOrigin } }] },
      { on: { httpMethod: 'GET' }, do: [{ respond: { status: 405, headers: otherOrigin } }] },
    ],
  },
]

export const findPreset = (id: string | undefined): Preset | undefined =>
  [demo, ...presets].find((preset) => preset.id === id)

/** Configures the realm of a preset and gives the target to connect to. */
export async function preparePreset(preset: Preset): Promise<Target> {
  const control = getRealm(preset.id)
  if (preset.config) await control.configure(preset.config)
  await control.script(...(preset.script ?? []))
  return { ...emptyTarget, url: preset.sse ? control.sseUrl : control.url, auth: preset.oauth ? 'oauth' : 'none' }
}
