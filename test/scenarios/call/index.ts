/** The scenarios about call. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { abortsInsideCallbacks } from './aborts-inside-callbacks.ts'
import { answers } from './answers.ts'
import { delivery } from './delivery.ts'
import { meta } from './meta.ts'
import { neverSent } from './never-sent.ts'
import { progress } from './progress.ts'
import { rateLimits } from './rate-limits.ts'
import { retrySafe } from './retry-safe.ts'
import { timeoutsAndAborts } from './timeouts-and-aborts.ts'
import { trace } from './trace.ts'

export const call: Scenario[] = [
  ...pure(trace),
  ...answers,
  ...delivery,
  ...pure(meta),
  ...neverSent,
  ...progress,
  ...rateLimits,
  ...retrySafe,
  ...timeoutsAndAborts,
  ...abortsInsideCallbacks,
]
