/** Invariants of every request: it belongs to one era, and its headers agree with its body. */
import { type Exchange, eventsIn } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { bodyVersion, eraOf, MODERN } from './request-era.ts'

/** The parameter that `Mcp-Name` repeats. */
const NAME_PARAMS: Record<string, string> = { 'tools/call': 'name', 'resources/read': 'uri' }

/** Milliseconds by which a request after close() may be late, because drains are given a moment to end. */
const CLOSE_DELAY = 10

export function judgeWire(evidence: EraEvidence): string[] {
  const { exchanges } = evidence
  return exchanges.flatMap((exchange, index) => {
    const before = exchanges.slice(0, index)
    return [
      ...judgeEnd(exchange, evidence),
      ...(eraOf(exchange) === 'modern' ? judgeModern(exchange, before) : judgeLegacy(exchange, before, evidence)),
    ].map((sentence) => `request ${exchange.number} (${exchange.rpc ?? exchange.http}) ${sentence}`)
  })
}

function* judgeEnd({ at, phase }: Exchange, { closedAt, connectError }: EraEvidence): Iterable<string> {
  const allowed = phase === 'cancelling or closing' || connectError ? CLOSE_DELAY : 0
  if (at > closedAt + allowed) yield `was sent ${at - closedAt} ms after close()`
}

function* judgeModern(exchange: Exchange, before: Exchange[]): Iterable<string> {
  const { headers, message, id, session } = exchange
  const { method = '', params = {} } = message ?? {}
  if (session) yield 'has a session'
  if (id === undefined) yield 'is no request'
  if (headers['mcp-protocol-version'] !== bodyVersion(exchange)) yield 'has another revision in its header'
  if (headers['mcp-method'] !== method) yield 'has another method in its header'
  const name = params[NAME_PARAMS[method] ?? '']
  if (name !== undefined && decode(headers['mcp-name']) !== name) yield 'has another name in its header'
  const { region } = params.arguments ?? {}
  const headerRegion = decode(headers['mcp-param-region'])
  if (headerRegion !== undefined && headerRegion !== region) {
    yield `has the region ${headerRegion} in its header instead of ${region}`
  }
  if (before.some((other) => other.id === id && eraOf(other) === 'modern' && !wasNotExecuted(other))) {
    yield 'has an id that was used before'
  }
  yield* judgeRequestState(exchange, before)
}

/** Only a request that was certainly not executed is sent again under its id. */
function wasNotExecuted({ status = 0, fault }: Exchange): boolean {
  return status >= 400 || fault === 'refused'
}

/** A `requestState` is sent back only in the next round of the request that it was given to. */
function* judgeRequestState({ message, tag, at }: Exchange, before: Exchange[]): Iterable<string> {
  const { requestState } = message?.params ?? {}
  const earlier = before.filter((other) => tag !== undefined && other.tag === tag && other.at <= at)
  const given = earlier.flatMap(({ text }) => requestStatesIn(text))
  if (requestState !== undefined && given.at(-1) !== requestState) yield 'has a requestState that was not given to it'
}

/** The `requestState` of each input-required result in a response; undefined for those without one. */
function requestStatesIn(text: string): unknown[] {
  if (!text.includes('input_required')) return []
  const messages = text.startsWith('{') ? [text] : eventsIn(text).map(({ data }) => data)
  return messages.filter((data) => data.includes('input_required')).map((data) => JSON.parse(data).result?.requestState)
}

function* judgeLegacy(exchange: Exchange, before: Exchange[], { plan }: EraEvidence): Iterable<string> {
  const { http, rpc, headers, message } = exchange
  if (headers['mcp-protocol-version'] === MODERN) yield 'has the modern revision in its header'
  if (headers['mcp-method'] ?? headers['mcp-name']) yield 'has headers of the modern era'
  if (http === 'DELETE' && !headers['mcp-session-id']) yield 'ends no session'
  // HTTP+SSE is tried only where it is remembered, or after a POST was refused.
  const isRemembered = plan.remembered?.era === 'http-sse' || plan.snapshotOf?.overSse
  // Without a session, the stream to listen to has no headers of its own in the first revisions.
  const hadHandshake = plan.snapshotOf || before.some(({ rpc, status }) => rpc === 'initialize' && status === 200)
  const mayListen = !plan.server.session?.issue && hadHandshake
  const mayTry = isRemembered || mayListen || before.some(isRefusedPost)
  if (http === 'GET' && eraOf(exchange) === 'http-sse' && !mayTry) {
    yield 'tries HTTP+SSE although no POST was refused'
  }
  if (rpc !== 'notifications/cancelled') return
  const cancelled = before.findLast(({ id }) => id === message?.params?.requestId)
  if (!cancelled || eraOf(cancelled) === 'modern')
    yield 'cancels a modern request, which is cancelled by closing its stream'
}

function isRefusedPost({ http, status = 0 }: Exchange): boolean {
  return http === 'POST' && [400, 404, 405].includes(status)
}

/** Decodes the base64 form of a header value. */
function decode(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8')
}
