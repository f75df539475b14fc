/** The scenarios about diagnosis. */
import type { Scenario } from '../scenario.ts'
import { cors } from './cors.ts'

export const diagnosis: Scenario[] = [...cors]
