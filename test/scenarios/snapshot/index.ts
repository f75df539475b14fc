/** The scenarios about snapshot. */
import type { Scenario } from '../scenario.ts'
import { sessions } from './sessions.ts'
import { stateless } from './stateless.ts'

export const snapshot: Scenario[] = [...sessions, ...stateless]
