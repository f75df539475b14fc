/** The scenarios about resume. */
import type { Scenario } from '../scenario.ts'
import { eventIds } from './event-ids.ts'
import { failures } from './failures.ts'
import { listeningStream } from './listening-stream.ts'
import { resuming } from './resuming.ts'
import { tokens } from './tokens.ts'
import { wrongTokens } from './wrong-tokens.ts'

export const resume: Scenario[] = [...eventIds, ...failures, ...listeningStream, ...resuming, ...tokens, ...wrongTokens]
