/** What must hold for every request: it is of one era only, and its headers say what its body says. */

import type { Exchange } from '../network/exchange.ts'
import { framesOf } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { formOf, MODERN, versionIn } from './request-era.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAMED: Record<string, string> = { 'tools/call': 'name', 'resources/read': 'uri' }

/** A drain may keep a farewell waiting for a moment. */
const FAREWELL = 10

export function judgeWire(evidence: EraEvidence): string[] {
  const { exchanges } = evidence
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges.slice(0, index)
    return [
      ...judgeEnd(exchange, evidence),
      ...(formOf(exchange) === 'modern' ? judgeModern(exchange, before) : judgeHandshake(exchange, before, evidence)),
    ].map((sentence) => `request ${exchange.n} (${exchange.rpc ?? exchange.http}) ${sentence}`)
  })
}

function* judgeEnd({ at, phase }: Exchange, { closedAt, connectError }: EraEvidence): Iterable<string> {
  const allowed = phase === 'farewell' || connectError ? FAREWELL : 0
  if (at > closedAt + allowed) yield `was sent ${at - closedAt} ms after close()`
}

function* judgeModern(exchange: Exchange, before: Exchange[]): Iterable<string> {
  const { headers, message, id, session } = exchange
  const { method = '', params = {} } = message ?? {}
  if (session) yield 'has a session'
  if (id === undefined) yield 'is no request'
  if (headers['mcp-protocol-version'] !== versionIn(exchange)) yield 'names another revision than its body'
  if (headers['mcp-method'] !== method) yield 'names another method than its body'
  const name = params[NAMED[method] ?? '']
  if (name !== undefined && decode(headers['mcp-name']) !== name) yield 'has another name than its body'
  const { region } = params.arguments ?? {}
  const said = decode(headers['mcp-param-region'])
  if (said !== undefined && said !== region) yield `says the region ${said} instead of ${region}`
  if (before.some((other) => other.id === id && formOf(other) === 'modern' && !wasNotTaken(other))) {
    yield 'has an id that was used before'
  }
  yield* judgeState(exchange, before)
}

/** Only what certainly did not run is sent again under its id. */
function wasNotTaken({ status = 0, fault }: Exchange): boolean {
  return status >= 400 || fault === 'refused'
}

/** A state belongs to the request that got it, and to the next round of it only. */
function* judgeState({ message, tag, at }: Exchange, before: Exchange[]): Iterable<string> {
  const { requestState } = message?.params ?? {}
  const earlier = before.filter((other) => tag !== undefined && other.tag === tag && other.at <= at)
  const given = earlier.flatMap(({ text }) => statesIn(text))
  if (requestState !== undefined && given.at(-1) !== requestState) yield 'has a state that was not given to it'
}

/** What the questions in a response gave to keep; undefined for one that gave nothing. */
function statesIn(text: string): unknown[] {
  if (!text.includes('input_required')) return []
  const whole = text.startsWith('{') ? [text] : framesOf(text).map(({ data }) => data)
  return whole.filter((data) => data.includes('input_required')).map((data) => JSON.parse(data).result?.requestState)
}

function* judgeHandshake(exchange: Exchange, before: Exchange[], { plan }: EraEvidence): Iterable<string> {
  const { http, rpc, headers, message } = exchange
  if (headers['mcp-protocol-version'] === MODERN) yield 'mixes two eras'
  if (headers['mcp-method'] ?? headers['mcp-name']) yield 'has headers of another era'
  if (http === 'DELETE' && !headers['mcp-session-id']) yield 'ends no session'
  // Only who was refused by POST looks for HTTP+SSE, or who remembers it.
  const isKnown = plan.remembered?.era === 'http-sse' || plan.snapshotOf?.overSse
  if (http === 'GET' && formOf(exchange) === 'http-sse' && !isKnown && !before.some(isTurnedAway))
    yield 'was not called for'
  if (rpc !== 'notifications/cancelled') return
  const cancelled = before.findLast(({ id }) => id === message?.params?.requestId)
  if (!cancelled || formOf(cancelled) === 'modern') yield 'cancels what is cancelled by closing its stream'
}

function isTurnedAway({ http, status = 0 }: Exchange): boolean {
  return http === 'POST' && [400, 404, 405].includes(status)
}

/** A header as the text it stands for. */
function decode(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
