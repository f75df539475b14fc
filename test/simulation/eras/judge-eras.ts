/** What must hold for what the client believes of the server: asked when needed, once for all, and true in the end. */
import { answerIn, type Exchange, holdsAnyAnswer } from '../exchange.ts'
import type { EraEvidence } from './evidence.ts'
import { erasOf, formOf, isProbe } from './form.ts'
import type { EraPlan } from './plan.ts'

/** A remembered handshake is believed for so long, in milliseconds. */
const LEGACY_AGE = 86_400_000

/** What was under way when the era changed may still arrive. */
const UNDER_WAY = 45_000

export function judgeEras(evidence: EraEvidence): string[] {
  return [
    ...judgeStart(evidence),
    ...judgeProbes(evidence),
    ...judgeMemory(evidence),
    ...judgeLeft(evidence),
    ...judgeEnd(evidence),
  ]
}

/** A server that is known is not asked what it speaks; one that is not known is asked once, and first. */
function* judgeStart({ exchanges, plan, connectedAt, struck }: EraEvidence): Iterable<string> {
  const first = exchanges.filter(({ at }) => at < connectedAt)
  const { remembered, snapshotOf, offer } = plan
  if (snapshotOf && erasOf(snapshotOf)[0] !== 'http-sse') {
    if (first.length > 0) yield `${first.length} requests were sent in spite of a snapshot`
    return
  }
  if (struck.length > 0 || snapshotOf) return
  const eras = erasOf(offer)
  const isOld = remembered && remembered.era !== 'modern' && remembered.age >= LEGACY_AGE
  const isRight = remembered && !isOld && eras.includes(remembered.era)
  const probes = first.filter(isProbe).length
  if (remembered?.era === 'modern') {
    if (first.length > 0) yield `${first.length} requests were sent to a server that was known`
  } else if (isRight ? probes > 0 : probes !== 1) yield `${probes} probes were sent while connecting`
}

/** One for all who doubt, and none once the server has proved what it speaks. */
function* judgeProbes({ exchanges, connectedAt, plan }: EraEvidence): Iterable<string> {
  const changes = plan.acts.filter(({ act }) => 'offer' in act).map(({ at }) => connectedAt + at)
  const probes = exchanges.filter(isProbe)
  for (const probe of probes) {
    const { n, at } = probe
    const beside = probes.find((other) => other.n < n && !isDecided(other, at))
    if (beside) yield `request ${n} probes beside request ${beside.n}`
    if (at < connectedAt || changes.some((change) => change <= at)) continue
    const before = exchanges.filter((other) => other.n < n && other.at >= connectedAt && !isProbe(other))
    const proof = before.find((other) => formOf(other) === 'modern' && isAnswered(other, at))
    if (proof) yield `request ${n} doubts what request ${proof.n} has proved`
  }
}

function isDecided(probe: Exchange, at: number): boolean {
  const { endedAt, abortedAt, id } = probe
  return [endedAt, abortedAt, answerIn(probe, id)?.at].some((end) => end !== undefined && end <= at)
}

/** Something came back before that time. */
function isAnswered({ text, reads }: Exchange, at: number): boolean {
  return holdsAnyAnswer(text) && reads[0]!.at < at
}

/** Nothing is remembered that the server did not speak at the time. */
function* judgeMemory({ learned, offers, exchanges }: EraEvidence): Iterable<string> {
  for (const { at, era } of learned) {
    const probe = exchanges.findLast((other) => isProbe(other) && other.at <= at)
    if (probe && probe.status === undefined) yield `${era} was remembered although the probe had got no answer`
    const recent = offers.filter((offer, index) => offer.at <= at && (offers[index + 1]?.at ?? at) >= at - UNDER_WAY)
    if (!recent.some(({ offer }) => erasOf(offer).includes(era))) yield `${era} was remembered of a server without it`
  }
}

/** Whoever has changed to another era has nothing more to say in the old one. */
function* judgeLeft({ events, exchanges }: EraEvidence): Iterable<string> {
  const changes = events.flatMap(({ at, event }) => (event.type === 'era' ? [{ at, era: event.era }] : []))
  for (const [index, { at: since, era }] of changes.entries()) {
    const until = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const strange = exchanges.find((other) => {
      const isLater = other.at > since + UNDER_WAY && other.at < until
      return (
        isLater &&
        other.phase === 'keepalive' &&
        other.rpc === 'ping' &&
        (formOf(other) === 'modern') !== (era === 'modern')
      )
    })
    if (strange) yield `request ${strange.n} keeps an era alive that was left`
  }
}

function* judgeEnd({ last, connection, offers, struck, plan }: EraEvidence): Iterable<string> {
  if (!last || !connection) return
  const { offer } = offers.at(-1)!
  const eras = erasOf(offer)
  const { status, protocolVersion } = connection
  const era = connection.transport === 'sse' ? 'http-sse' : connection.era
  if (last.result) {
    if (!eras.includes(era)) yield `the connection is said to be ${era}, but the server speaks ${offer.versions}`
    if (!offer.versions.includes(protocolVersion)) yield `the connection is said to speak ${protocolVersion}`
    if (status !== 'connected') yield `the connection is said to be ${status}, but it works`
    return
  }
  if (status === 'failed' && struck.length > 0) return
  if (!isUntold(plan)) yield `the connection did not recover: the last call got ${last.error}`
}

/** The server gave up what was in use, and does not say so: then only what was remembered is ever doubted. */
export function isUntold({ honest, server, acts, snapshotOf, offer }: EraPlan): boolean {
  if (honest && server.session?.issue !== false) return false
  const isOlder = snapshotOf && erasOf(snapshotOf)[0] === 'legacy' && erasOf(offer).includes('legacy')
  const isGivenUp = isOlder && !offer.versions.includes(snapshotOf.versions[0]!)
  return isGivenUp || acts.some(({ act }) => 'offer' in act)
}
