/** The scenarios about events. */
import type { Scenario } from '../scenario.ts'
import { callbacks } from './callbacks.ts'
import { onEvent } from './on-event.ts'

export const events: Scenario[] = [...callbacks, ...onEvent]
