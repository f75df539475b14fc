/** What every adapter promises, run with each SDK in Node and in Chromium. */
import { callCases } from './call-cases.ts'
import type { Case } from './case.ts'
import { oddCases } from './odd-cases.ts'
import { resultCases } from './result-cases.ts'

export const cases: Case[] = [...callCases, ...resultCases, ...oddCases]
