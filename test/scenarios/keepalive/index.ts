/** The scenarios about keepalive. */
import type { Scenario } from '../scenario.ts'
import { interval } from './interval.ts'
import { ping } from './ping.ts'

export const keepalive: Scenario[] = [...interval, ...ping]
