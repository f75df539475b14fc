/** Every measure, in the order of the results. */
import type { Answers, Revision } from '../workload.ts'
import { behaviourMeasure } from './behaviour.ts'
import { type CallTargets, callsMeasure } from './calls.ts'
import { commandStartMeasure } from './command-start.ts'
import { featuresMeasure } from './features.ts'
import { firstResultMeasure } from './first-result.ts'
import { firstTestMeasure } from './first-test.ts'
import { groupSearchMeasure } from './group-search.ts'
import { growthMeasures } from './growth.ts'
import { largeResultMeasure } from './large-results.ts'
import { lateStreamsMeasure } from './late-streams.ts'
import type { Measure } from './measure.ts'
import { memoryMeasure } from './memory.ts'
import { nodeStartMeasure } from './node-start.ts'
import { progressMeasure } from './progress.ts'
import { relayMeasure } from './relay.ts'
import { sizeMeasure } from './sizes.ts'
import { workerdStartMeasure } from './workerd-start.ts'

const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28']

const calls: readonly [Answers, number, CallTargets][] = [
  ['json', 1, { perSecond: { atLeast: 0.9 }, cpu: { atMost: 1.2 } }],
  ['json', 64, { perSecond: { atLeast: 0.88 }, cpu: { atMost: 1.2 } }],
  ['sse', 1, { perSecond: { atLeast: 0.87 }, cpu: { atMost: 1.28 } }],
  ['sse', 64, { perSecond: { atLeast: 0.83 }, cpu: { atMost: 1.28 } }],
]

export const measures: readonly Measure[] = [
  sizeMeasure,
  featuresMeasure,
  nodeStartMeasure('import'),
  nodeStartMeasure('bundle'),
  workerdStartMeasure,
  firstTestMeasure,
  firstResultMeasure,
  ...revisions.flatMap((revision) => calls.map((call) => callsMeasure(revision, ...call))),
  largeResultMeasure('json'),
  largeResultMeasure('sse'),
  progressMeasure,
  memoryMeasure('idle-clients'),
  memoryMeasure('open-calls'),
  behaviourMeasure('polling', 'polling with retry: 0', ['GETs in 2 s', 'GETs 1 s after']),
  behaviourMeasure('held-open', '100 streams held open', ['streams open', 'open 1 s after', 'open after close()']),
  behaviourMeasure('ended-early', 'ended without an answer', ['ms until settled']),
  behaviourMeasure('session-lost', 'session lost', ['of 10 answered', 'initialize sent']),
  lateStreamsMeasure,
  groupSearchMeasure,
  ...growthMeasures,
  relayMeasure,
  commandStartMeasure,
]
