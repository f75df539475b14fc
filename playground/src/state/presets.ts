/** One-click servers: the same mock in different moods. */

import type { DeepPartial, Rule, ServerConfig, Step } from '../../../src/testing/index.ts'
import { realm } from './mock.ts'
import { blank, type Target } from './target.ts'

export interface Preset {
  id: string
  title: string
  says: string
  /** What to look at once connected. */
  hint: string
  config?: DeepPartial<ServerConfig>
  script?: Rule[]
  sse?: true
  oauth?: true
}

const handshake = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** A stream that the server closes again and again; the client comes back for the rest. */
const polled: Step[] = [
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

/** A stream that is torn down, and goes on elsewhere. */
export const broken: Step[] = [
  { prime: { retry: 500 } },
  { notify: 3, store: true },
  // What has not left yet would break off too.
  { delay: 200 },
  { fault: true },
  { delay: 300 },
  { answer: true, store: true },
]

export const busy: Step[] = [{ respond: { status: 503, headers: { 'retry-after': '1' }, body: 'Too much to do' } }]

export const presets: readonly Preset[] = [
  {
    id: 'stateless',
    title: '2026-07-28',
    says: 'Stateless: no handshake, no session',
    hint: 'Connecting is one request. Call "ask": the server asks back without an open stream.',
    config: { versions: ['2026-07-28'] },
  },
  {
    id: 'sessions',
    title: '2025-11-25',
    says: 'Streamable HTTP with a session',
    hint: 'The probe is refused, then the handshake follows. Call "count" to see a stream.',
    config: { versions: handshake },
  },
  {
    id: 'http-sse',
    title: 'HTTP+SSE',
    says: 'The transport of 2024-11-05',
    hint: 'One long stream carries every answer.',
    config: { versions: ['2024-11-05'], get: 'sse' },
    sse: true,
  },
  {
    id: 'polling',
    title: 'Polling',
    says: 'The server hangs up, the client comes back',
    hint: 'Call any tool: its stream is closed twice, and resumed where it was left.',
    config: { versions: handshake },
    script: [{ on: { rpc: 'tools/call' }, do: polled }],
  },
  {
    id: 'flaky',
    title: 'Flaky',
    says: 'Broken streams and 503 in turn',
    hint: 'Call any tool, several times.',
    config: { versions: handshake },
    script: Array.from({ length: 20 }, (_, index) => ({
      on: { rpc: 'tools/call' },
      nth: index + 1,
      do: [broken, busy, [{ pass: true } as const]][index % 3]!,
    })),
  },
  {
    id: 'expires',
    title: 'Session expires',
    says: 'Forgets you after three idle seconds',
    hint: 'Wait three seconds, then call a tool: the session is replaced and the call sent again.',
    config: { versions: handshake, session: { ttl: 3_000 } },
  },
  {
    id: 'oauth',
    title: 'OAuth',
    says: 'Asks you to sign in first',
    hint: 'Discovery, registration and tokens are on the wire too, without their secrets.',
    config: { oauth: { consent: {} } },
    oauth: true,
  },
]

/** Prepares the server of a preset and says how to reach it. */
export async function prepare(preset: Preset): Promise<Target> {
  const control = realm(preset.id)
  if (preset.config) await control.configure(preset.config)
  await control.script(...(preset.script ?? []))
  return { ...blank, url: preset.sse ? control.sseUrl : control.url, auth: preset.oauth ? 'oauth' : 'none' }
}
