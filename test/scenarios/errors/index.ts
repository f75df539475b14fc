/** The scenarios about errors. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { badResponses } from './bad-responses.ts'
import { callerLines } from './caller-lines.ts'
import { malformedAnswers } from './malformed-answers.ts'
import { mistakes } from './mistakes/index.ts'
import { toScenario } from './mistakes/mistake.ts'
import { openBodies } from './open-bodies.ts'
import { redaction } from './redaction.ts'
import { sizeLimits } from './size-limits.ts'
import { tolerance } from './tolerance.ts'

export const errors: Scenario[] = [
  ...badResponses,
  ...callerLines,
  ...pure(malformedAnswers),
  ...Object.values(mistakes).flat().map(toScenario),
  ...openBodies,
  ...pure(redaction),
  ...sizeLimits,
  ...pure(tolerance),
]
