/** The scenarios about stream. */
import type { Scenario } from '../scenario.ts'
import { batches } from './batches.ts'
import { breaking } from './breaking.ts'
import { parsing } from './parsing.ts'

export const stream: Scenario[] = [...batches, ...breaking, ...parsing]
