/** The scenarios about the transport for other clients. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { badInput } from './bad-input.ts'
import { bothDirections } from './both-directions.ts'

export const transport: Scenario[] = [...bothDirections, ...pure(badInput)]
