/** The scenarios about events. */
import type { Scenario } from '../scenario.ts'
import { callNumbers } from './call-numbers.ts'
import { callbacks } from './callbacks.ts'
import { onEvent } from './on-event.ts'

export const events: Scenario[] = [...callNumbers, ...callbacks, ...onEvent]
