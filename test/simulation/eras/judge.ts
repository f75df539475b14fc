/** What must hold after every run about eras, whatever befell it. */
import { judgeConnecting, judgeLeavings } from '../calls/judge.ts'
import type { EraEvidence } from './evidence.ts'
import { judgeCaching } from './judge-caching.ts'
import { judgeEras } from './judge-eras.ts'
import { judgeListening } from './judge-listening.ts'
import { judgeVerb } from './judge-operation.ts'
import { judgeWire } from './judge-wire.ts'

export function judgeEraRun(evidence: EraEvidence): string[] {
  if (evidence.stuck) return [`the run came to no end: ${evidence.stuck}`]
  return [
    ...judgeConnecting(evidence),
    ...evidence.verbs.flatMap((verb) => judgeVerb(verb, evidence)),
    ...judgeWire(evidence),
    ...judgeEras(evidence),
    ...judgeListening(evidence),
    ...judgeCaching(evidence),
    ...judgeLeavings({ ...evidence, listeners: evidence.signalListeners }),
    ...(evidence.questionsLeft > 0 ? [`${evidence.questionsLeft} questions were left to the user`] : []),
  ]
}
