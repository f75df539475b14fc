/** Stateless requests in the journal, and script rules for probes and handshakes. */
import type { EraCache } from '../../../src/core/index.ts'
import type { JournalEntry, Rule, Step } from '../../../src/testing/index.ts'
import { paramsOf } from './journal.ts'

export const MODERN = '2026-07-28'

const OWN = 'io.modelcontextprotocol/'

/** The protocol's own members of `_meta`. */
export function metaOf(entry: JournalEntry | undefined) {
  const meta = (paramsOf(entry)._meta ?? {}) as Record<string, unknown>
  return {
    version: meta[`${OWN}protocolVersion`],
    capabilities: meta[`${OWN}clientCapabilities`],
    info: meta[`${OWN}clientInfo`],
  }
}

/** The steps for every probe. */
export const onProbe = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'server/discover' }, do: steps })

/** The steps for the first probe. */
export const onFirstProbe = (...steps: Step[]): Rule => ({ ...onProbe(...steps), nth: 1 })

/** The steps for every handshake. */
export const onHandshake = (...steps: Step[]): Rule => ({ on: { rpcMethod: 'initialize' }, do: steps })

/** A JSON-RPC error as the body of an HTTP response. */
export const refusal = (status: number, code: number, data?: object, message = 'refused'): Step => ({
  respond: { status, body: { jsonrpc: '2.0', id: null, error: { code, message, ...(data && { data }) } } },
})

/** UnsupportedProtocolVersion. */
export const unsupported = (...supported: string[]): Step =>
  refusal(400, -32022, { supported, requested: MODERN }, 'Unsupported protocol version')

/** An era cache that remembers nothing, so that each connection probes. */
export const forgetful: EraCache = { get: () => undefined, set: () => {} }
