/** The scenarios about continuation. */
import type { Scenario } from '../scenario.ts'
import { fromJson } from './from-json.ts'
import { helpers } from './helpers.ts'
import { wrongShapes } from './wrong-shapes.ts'

export const continuation: Scenario[] = [...fromJson, ...helpers, ...wrongShapes]
