/** Asks for the server card at its reserved place, as anybody may: without credentials, and without following a redirect. */

import { isObject } from '../../src/core/util/is-object.ts'
import { ACCEPT_CARD } from '../../src/discover/catalog.ts'
import { cardUrl } from '../../src/discover/index.ts'
import type { Exchange } from './http.ts'
import { parseJson } from './parse-json.ts'
import type { Server } from './server.ts'

export const CARD_TYPE = 'application/mcp-server-card+json'

/** Characters of a card. Clients read as many bytes. */
export const MAX_CARD = 1_048_576

export interface CardAnswer {
  exchange: Exchange
  /** Whether it says that it is a card. Many servers answer every path with something. */
  isCard: boolean
  /** It is longer than clients read. */
  isTooLong: boolean
  /** Undefined for what is not JSON. */
  json: unknown
}

export async function askForCard({ http, url }: Server, limit: number): Promise<CardAnswer> {
  const place = { method: 'GET', url: cardUrl(url), headers: { accept: ACCEPT_CARD } } as const
  const live = await http.open({ ...place, isBare: true, isDocument: true, redirect: 'manual', limit })
  const { exchange } = live
  const isReadable = exchange.status === 200 && !['text/event-stream', 'text/html'].includes(exchange.type)
  const isTooLong = () => exchange.text.length > MAX_CARD
  if (isReadable) await live.waitFor(isTooLong, limit)
  live.close()
  const json = isReadable && !isTooLong() ? parseJson(exchange.text) : undefined
  return { exchange, isCard: isReadable && claimsToBeCard(exchange, json), isTooLong: isTooLong(), json }
}

function claimsToBeCard({ type, text }: Exchange, json: unknown): boolean {
  const namesSchema = /"\$schema"\s*:\s*"[^"]*\/server-card\.schema\.json"/.test(text.slice(0, 10_000))
  return type === CARD_TYPE || namesSchema || (isObject(json) && 'name' in json && Array.isArray(json.remotes))
}
