/** A tape of a connection, as `mcp-over-fetch/testing` records and replays them. Its code is loaded by who records. */
import type { Fetch } from 'mcp-over-fetch'
import type { Recording } from '../../../src/testing/index.ts'
import { parseHeaders, type Target } from './target.ts'

export interface Tape extends Pick<Recording, 'tape'> {
  /** When it began, `Date.now()`. */
  since: number
}

/** `inner` sends the requests; without it, the browser. */
export async function startTape(target: Target, inner: Fetch | undefined): Promise<{ tape: Tape; fetch: Fetch }> {
  const { record } = await import('../../../src/testing/index.ts')
  const { token, clientSecret, headers } = target
  const secrets = [token.trim(), clientSecret, ...Object.values(parseHeaders(headers))].filter((text) => text !== '')
  const recording = record(inner ?? ((url: string, init: RequestInit) => fetch(url, init)), { secrets })
  // Properties of the inner fetch, such as its cache partition, are kept.
  return {
    tape: { since: Date.now(), tape: recording.tape },
    fetch: Object.assign(recording.fetch as Fetch, { ...inner }),
  }
}
