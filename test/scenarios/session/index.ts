/** The scenarios about session. */
import type { Scenario } from '../scenario.ts'
import { close } from './close.ts'
import { howServersTell } from './how-servers-tell.ts'
import { replacement } from './replacement.ts'

export const session: Scenario[] = [...close, ...howServersTell, ...replacement]
