/** All invariants of an era run. */
import { judgeClosing, judgeConnecting } from '../judge-lifecycle.ts'
import type { EraEvidence } from './evidence.ts'
import { judgeCaching } from './judge-caching.ts'
import { judgeEras } from './judge-eras.ts'
import { judgeListening } from './judge-listening.ts'
import { judgeOperation } from './judge-operation.ts'
import { judgeWire } from './judge-wire.ts'

/** Returns one sentence for each violation. */
export function judgeEraRun(evidence: EraEvidence): string[] {
  const { pendingElicitations } = evidence
  if (evidence.stuck) return [`the run did not end: ${evidence.stuck}`]
  return [
    ...judgeConnecting(evidence),
    ...evidence.operations.flatMap((operation) => judgeOperation(operation, evidence)),
    ...judgeWire(evidence),
    ...judgeEras(evidence),
    ...judgeListening(evidence),
    ...judgeCaching(evidence),
    ...judgeClosing(evidence),
    ...(pendingElicitations > 0 ? [`${pendingElicitations} elicitations were left pending`] : []),
  ]
}
