/** The scenarios about fetch. */
import type { Scenario } from '../scenario.ts'
import { givenFetch } from './given-fetch.ts'

export const fetch: Scenario[] = [...givenFetch]
