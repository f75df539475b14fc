/** The scenarios about continuation. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { fromJson } from './from-json.ts'
import { helpers } from './helpers.ts'
import { wrongShapes } from './wrong-shapes.ts'

export const continuation: Scenario[] = [...pure(fromJson), ...pure(helpers), ...pure(wrongShapes)]
