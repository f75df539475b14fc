/** The scenarios about snapshot. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { sessions } from './sessions.ts'
import { stateless } from './stateless.ts'
import { wrongShapes } from './wrong-shapes.ts'

export const snapshot: Scenario[] = [...sessions, ...pure(stateless), ...pure(wrongShapes)]
