/** The scenarios about relays. */
import type { Scenario } from '../scenario.ts'
import { calls } from './calls.ts'
import { authorization } from './oauth.ts'
import { refusals } from './refusals.ts'

export const relay: Scenario[] = [...calls, ...authorization, ...refusals]
