/** Every measure, in the order of the table. */
import { behaviourMeasure } from './behaviour.ts'
import { bigMeasure } from './big.ts'
import { callsMeasure } from './calls.ts'
import type { Measure } from './measure.ts'
import { nodeStartMeasure } from './node-start.ts'
import { progressMeasure } from './progress.ts'
import { workerdStartMeasure } from './workerd-start.ts'

export const measures: readonly Measure[] = [
  callsMeasure('json', 1),
  callsMeasure('json', 64),
  callsMeasure('sse', 1),
  callsMeasure('sse', 64, { atLeast: 0.85 }),
  bigMeasure('json'),
  bigMeasure('sse'),
  progressMeasure,
  nodeStartMeasure('import'),
  nodeStartMeasure('bundle'),
  workerdStartMeasure,
  behaviourMeasure('polling', 'told to retry at once', ['GETs in 2 s', 'GETs 1 s after']),
  behaviourMeasure('held', '100 answers, never ended', ['streams open', 'open 1 s after']),
  behaviourMeasure('cut', 'ended without an answer', ['ms until settled']),
  behaviourMeasure('forgotten', 'session forgotten', ['of 10 answered', 'initialize sent']),
]
