/** The scenarios about drain. */
import type { Scenario } from '../scenario.ts'
import { afterTheAnswer } from './after-the-answer.ts'
import { bodies } from './bodies.ts'
import { connections } from './connections.ts'

export const drain: Scenario[] = [...afterTheAnswer, ...bodies, ...connections]
