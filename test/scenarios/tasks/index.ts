/** The scenarios about tasks. */
import type { Scenario } from '../scenario.ts'
import { calls } from './calls.ts'
import { endings } from './endings.ts'
import { input } from './input.ts'

export const tasks: Scenario[] = [...calls, ...endings, ...input]
