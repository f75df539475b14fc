/** The scenarios about headers of the application. */
import type { Scenario } from '../scenario.ts'
import { userHeaders } from './user-headers.ts'

export const headers: Scenario[] = [...userHeaders]
