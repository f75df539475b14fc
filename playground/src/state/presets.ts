/** Presets: the mock server with a configuration and a script, connected to by one click. */
import type { DeepPartial, Rule, ServerConfig, Step } from '../../../src/testing/index.ts'
import { getRealm } from './mock.ts'
import { emptyTarget, type Target } from './target.ts'

export interface Preset {
  id: string
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

export const presets: readonly Preset[] = [
  {
    id: 'stateless',
    title: '2026-07-28',
    description: 'Stateless: no handshake, no session',
    hint: 'Connecting is one request. Call "ask": the server asks back without an open stream.',
    config: { versions: ['2026-07-28'] },
  },
  {
    id: 'sessions',
    title: '2025-11-25',
    description: 'Streamable HTTP with a session',
    hint: 'The probe is refused, then the handshake follows. Call "count" to see a stream.',
    config: { versions: legacyVersions },
  },
  {
    id: 'http-sse',
    title: 'HTTP+SSE',
    description: 'The transport of 2024-11-05',
    hint: 'One long stream carries every answer.',
    config: { versions: ['2024-11-05'], get: 'sse' },
    sse: true,
  },
  {
    id: 'polling',
    title: 'Polling',
    description: 'The server hangs up, the client comes back',
    hint: 'Call any tool: its stream is closed twice, and resumed where it was left.',
    config: { versions: legacyVersions },
    script: [{ on: { rpcMethod: 'tools/call' }, do: pollingStream }],
  },
  {
    id: 'flaky',
    title: 'Flaky',
    description: 'Broken streams and 503 in turn',
    hint: 'Call any tool, several times.',
    config: { versions: legacyVersions },
    script: Array.from({ length: 20 }, (_, index) => ({
      on: { rpcMethod: 'tools/call' },
      nth: index + 1,
      do: [resetStream, unavailable, [{ pass: true } as const]][index % 3]!,
    })),
  },
  {
    id: 'expires',
    title: 'Session expires',
    description: 'Forgets you after three idle seconds',
    hint: 'Wait three seconds, then call a tool: the session is replaced and the call sent again.',
    config: { versions: legacyVersions, session: { ttl: 3_000 } },
  },
  {
    id: 'oauth',
    title: 'OAuth',
    description: 'Asks you to sign in first',
    hint: 'Discovery, registration and tokens are on the wire too, without their secrets.',
    config: { oauth: { consent: {} } },
    oauth: true,
  },
]

/** Configures the realm of a preset and gives the target to connect to. */
export async function preparePreset(preset: Preset): Promise<Target> {
  const control = getRealm(preset.id)
  if (preset.config) await control.configure(preset.config)
  await control.script(...(preset.script ?? []))
  return { ...emptyTarget, url: preset.sse ? control.sseUrl : control.url, auth: preset.oauth ? 'oauth' : 'none' }
}
