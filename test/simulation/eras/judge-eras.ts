/** Invariants of the era: probed when unknown, by one probe at a time, and right in the end. */
import { type Exchange, findAnswer, hasAnyAnswer } from '../network/exchange.ts'
import type { EraEvidence } from './evidence.ts'
import type { EraPlan } from './plan.ts'
import { eraOf, erasOffered, isProbe } from './request-era.ts'

/** Milliseconds for which an entry of the era cache is valid. */
const MAX_AGE = 86_400_000

/** The longest wait before a request is sent again, in milliseconds. */
const MAX_RETRY_AFTER = 10_000

/** Milliseconds for which requests of the earlier era may still be under way. */
const UNDER_WAY = 45_000

export function judgeEras(evidence: EraEvidence): string[] {
  return [
    ...judgeStart(evidence),
    ...judgeProbes(evidence),
    ...judgeCutProbes(evidence),
    ...judgeEraCache(evidence),
    ...judgeKeepalive(evidence),
    ...judgeEnd(evidence),
  ]
}

/** A known server is not probed, an unknown one exactly once, with the first request. */
function* judgeStart({ exchanges, plan, connectedAt, disturbances }: EraEvidence): Iterable<string> {
  const first = exchanges.filter(({ at }) => at < connectedAt)
  const { remembered, snapshotOf, offer } = plan
  if (snapshotOf && erasOffered(snapshotOf)[0] !== 'http-sse') {
    if (first.length > 0) yield `${first.length} requests were sent while connecting with a snapshot`
    return
  }
  if (disturbances.length > 0 || snapshotOf) return
  const eras = erasOffered(offer)
  const isExpired = remembered && remembered.age >= MAX_AGE
  const isRight = remembered && !isExpired && eras.includes(remembered.era)
  const probes = first.filter(isProbe).length
  if (remembered?.era === 'modern' && !isExpired) {
    if (first.length > 0) yield `${first.length} requests were sent while connecting to a known modern server`
  } else if (isRight ? probes > 0 : probes !== 1) yield `${probes} probes were sent while connecting`
}

/** All calls share one probe, and none is sent once an answer has confirmed the era. */
function* judgeProbes({ exchanges, connectedAt, plan }: EraEvidence): Iterable<string> {
  const changes = plan.acts.filter(({ act }) => 'offer' in act).map(({ at }) => connectedAt + at)
  const probes = exchanges.filter(isProbe)
  for (const probe of probes) {
    const { number, at } = probe
    if (eraOf(probe) !== 'modern') yield `request ${number} is a probe in an era without probes`
    const cut = cutBefore(probe, probes)
    const isCaused = followsFailure(cut ?? probe, exchanges)
    const pending = probes.find((other) => {
      // A server may fail a call while it is asked, in the background, what it supports. That cannot decide the era.
      const isBackground = isCaused && other.at >= connectedAt && !followsFailure(other, exchanges)
      return other.number < number && !isDecided(other, at) && !isBackground
    })
    if (pending) yield `request ${number} probes while the probe of request ${pending.number} is pending`
    // A probe that was refused with Retry-After is sent again, whatever has been learnt meanwhile.
    const isRepeated = probes.some(({ number: earlier, status = 0, retryAfter, endedAt = 0 }) => {
      const isBusy = [429, 503].includes(status) && retryAfter
      return earlier < number && isBusy && at - endedAt <= MAX_RETRY_AFTER
    })
    // What the server supports is asked for again when that is out of date, at most once a second.
    const isRefresh = !probes.some((other) => other.number < number && at - other.at < 1_000)
    if (isRepeated || isRefresh || at < connectedAt || changes.some((change) => change <= at)) continue
    // A probe that the network cut is sent again too: what counts is what was known when it was sent first.
    const decided = cut ?? probe
    // The stream of a subscription has no answer before its end, only foreign ones.
    const before = exchanges.filter(
      (other) =>
        other.number < decided.number &&
        other.at >= connectedAt &&
        !isProbe(other) &&
        other.rpc !== 'subscriptions/listen',
    )
    const proof = before.find((other) => eraOf(other) === 'modern' && isAnswered(other, decided.at))
    if (proof) yield `request ${number} probes although request ${proof.number} has confirmed the era`
  }
}

/** A probe that the network has cut says nothing about the era, so that no handshake follows it. */
function* judgeCutProbes({ exchanges, connectedAt }: EraEvidence): Iterable<string> {
  for (const [index, { number, rpc, at }] of exchanges.entries()) {
    const before = exchanges[index - 1]
    if (rpc !== 'initialize' || at > connectedAt || !before || !isProbe(before)) continue
    if (before.state === 'failed' && before.status === undefined && before.abortedAt === undefined) {
      yield `request ${number} is a handshake after a probe that the network cut`
    }
  }
}

/** Whether a failed request may be why the era is probed again, which is done at once. */
function followsFailure(probe: Exchange, exchanges: Exchange[]): boolean {
  return exchanges.some((other) => {
    const { number, status = 0, state, endedAt, text } = other
    const isFailure = status >= 400 || state === 'failed' || text.includes('"error":')
    const isJustNow = endedAt !== undefined && endedAt <= probe.at && probe.at - endedAt < 1
    return number < probe.number && isFailure && isJustNow && !isProbe(other)
  })
}

/** The probe that the network cut just now, so that this one was sent in its place. */
function cutBefore({ number, at }: Exchange, probes: Exchange[]): Exchange | undefined {
  return probes.find((other) => other.number < number && other.state === 'failed' && other.endedAt === at)
}

function isDecided(probe: Exchange, at: number): boolean {
  const { endedAt, abortedAt, id } = probe
  return [endedAt, abortedAt, findAnswer(probe, id)?.at].some((end) => end !== undefined && end <= at)
}

function isAnswered({ text, reads, state, endedAt }: Exchange, at: number): boolean {
  // A JSON body is an answer at its end only.
  if (text.startsWith('{') && !(state === 'read' && (endedAt ?? at) < at)) return false
  // An event that was cut before its end is no answer either.
  const isWhole = text.startsWith('{') || /"id":\d+,"result".*\r?\n\r?\n/.test(text)
  return hasAnyAnswer(text) && isWhole && reads[0]!.at < at
}

/** Only eras that the server offered at the time are written into the era cache. */
function* judgeEraCache({ eraWrites, offers, exchanges }: EraEvidence): Iterable<string> {
  for (const { at, era } of eraWrites) {
    const probe = exchanges.findLast((other) => isProbe(other) && other.at <= at)
    // An earlier one may have been answered since.
    const wasAnswered = exchanges.some((other) => {
      const { status, respondedAt = -1 } = other
      return isProbe(other) && status !== undefined && respondedAt >= probe!.at && respondedAt <= at
    })
    if (probe && probe.status === undefined && !wasAnswered)
      yield `${era} was remembered although the probe got no response`
    const recent = offers.filter((offer, index) => offer.at <= at && (offers[index + 1]?.at ?? at) >= at - UNDER_WAY)
    if (!recent.some(({ offer }) => erasOffered(offer).includes(era))) {
      yield `${era} was remembered of a server that does not offer it`
    }
  }
}

/** After a change of the era, no keepalive is sent in the earlier one. */
function* judgeKeepalive({ events, exchanges }: EraEvidence): Iterable<string> {
  const changes = events.flatMap(({ at, event }) => (event.type === 'era' ? [{ at, era: event.era }] : []))
  for (const [index, { at: since, era }] of changes.entries()) {
    const until = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const wrong = exchanges.find((other) => {
      const isLater = other.at > since + UNDER_WAY && other.at < until
      return (
        isLater &&
        other.phase === 'keepalive' &&
        other.rpc === 'ping' &&
        (eraOf(other) === 'modern') !== (era === 'modern')
      )
    })
    if (wrong) yield `request ${wrong.number} is a keepalive of an earlier era`
  }
}

function* judgeEnd({ finalCall, connection, offers, disturbances, plan }: EraEvidence): Iterable<string> {
  if (!finalCall || !connection) return
  const { offer } = offers.at(-1)!
  const eras = erasOffered(offer)
  const { status, protocolVersion } = connection
  const era = connection.transport === 'sse' ? 'http-sse' : connection.era
  if (finalCall.result) {
    if (!eras.includes(era)) yield `connection.era is ${era}, but the server offers ${offer.versions}`
    // Requests of the first revisions do not name them, so that a server of others may accept them unknowingly.
    if (protocolVersion > '2025-03-26' && !offer.versions.includes(protocolVersion)) {
      yield `connection.protocolVersion is ${protocolVersion}`
    }
    if (status !== 'connected') yield `connection.status is ${status}, but it works`
    return
  }
  if (status === 'failed' && disturbances.length > 0) return
  // A client of the legacy eras notices that the server has become modern only, also if it does not say so.
  const isUpgrade = connection.era === 'legacy' && eras.every((offered) => offered === 'modern')
  if (isUpgrade || !isUnannouncedChange(plan))
    yield `the connection did not recover: the final call got ${finalCall.error}`
}

/** The server dropped the revision in use without an error that says so: only a remembered era is ever probed again. */
export function isUnannouncedChange({ rejectsUnsupported, server, acts, snapshotOf, offer }: EraPlan): boolean {
  if (rejectsUnsupported && server.session?.issue !== false) return false
  const isLegacy = snapshotOf && erasOffered(snapshotOf)[0] === 'legacy' && erasOffered(offer).includes('legacy')
  const isDropped = isLegacy && !offer.versions.includes(snapshotOf.versions[0]!)
  return isDropped || acts.some(({ act }) => 'offer' in act)
}
