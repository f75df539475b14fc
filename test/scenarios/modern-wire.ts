/** Shorthands for what a request of the stateless revision carries, and for how a probe is answered. */
import type { EraCache } from '../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../src/testing/index.ts'
import { paramsOf } from './journal.ts'

export const MODERN = '2026-07-28'

const OWN = 'io.modelcontextprotocol/'

/** What every request of this revision says of itself in `_meta`. */
export function metaOf(entry: JournalEntry | undefined) {
  const meta = (paramsOf(entry)._meta ?? {}) as Record<string, unknown>
  return {
    version: meta[`${OWN}protocolVersion`],
    capabilities: meta[`${OWN}clientCapabilities`],
    info: meta[`${OWN}clientInfo`],
  }
}

/** What was sent, without what a browser asks first. */
export const sentIn = (journal: readonly JournalEntry[]): JournalEntry[] =>
  journal.filter(({ http }) => http !== 'OPTIONS')

/** Everything that was sent to an MCP method. */
export const requestsIn = (journal: readonly JournalEntry[], rpc: string): JournalEntry[] =>
  journal.filter((entry) => entry.rpc === rpc)

/** How every probe is answered. */
export const onProbe = (...steps: Step[]): Rule => ({ on: { rpc: 'server/discover' }, do: steps })

/** How the first probe is answered. */
export const onFirstProbe = (...steps: Step[]): Rule => ({ ...onProbe(...steps), nth: 1 })

/** How every handshake is answered. */
export const onHandshake = (...steps: Step[]): Rule => ({ on: { rpc: 'initialize' }, do: steps })

/** A JSON-RPC error as the body of an HTTP response. */
export const refusal = (status: number, code: number, data?: object, message = 'refused'): Step => ({
  respond: { status, body: { jsonrpc: '2.0', id: null, error: { code, message, ...(data && { data }) } } },
})

/** UnsupportedProtocolVersion. */
export const unsupported = (...supported: string[]): Step =>
  refusal(400, -32022, { supported, requested: MODERN }, 'Unsupported protocol version')

/** Remembers nothing, so that each connection probes. */
export const forgetful: EraCache = { get: () => undefined, set: () => {} }
