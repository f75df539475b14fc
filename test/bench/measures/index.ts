/** Every measure, in the order of the table. */
import { behaviourMeasure } from './behaviour.ts'
import { callsMeasure } from './calls.ts'
import { firstTestMeasure } from './first-test.ts'
import { groupSearchMeasure } from './group-search.ts'
import { largeResultMeasure } from './large-results.ts'
import type { Measure } from './measure.ts'
import { nodeStartMeasure } from './node-start.ts'
import { progressMeasure } from './progress.ts'
import { workerdStartMeasure } from './workerd-start.ts'

export const measures: readonly Measure[] = [
  callsMeasure('json', 1),
  callsMeasure('json', 64),
  callsMeasure('sse', 1),
  callsMeasure('sse', 64, { atLeast: 0.85 }),
  largeResultMeasure('json'),
  largeResultMeasure('sse'),
  progressMeasure,
  nodeStartMeasure('import'),
  nodeStartMeasure('bundle'),
  workerdStartMeasure,
  firstTestMeasure,
  behaviourMeasure('polling', 'polling with retry: 0', ['GETs in 2 s', 'GETs 1 s after']),
  behaviourMeasure('held-open', '100 streams held open', ['streams open', 'open 1 s after']),
  behaviourMeasure('ended-early', 'ended without an answer', ['ms until settled']),
  behaviourMeasure('session-lost', 'session lost', ['of 10 answered', 'initialize sent']),
  groupSearchMeasure,
]
