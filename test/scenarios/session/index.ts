/** The scenarios about session. */
import type { Scenario } from '../scenario.ts'
import { close } from './close.ts'
import { replacement } from './replacement.ts'

export const session: Scenario[] = [...close, ...replacement]
