/** The scenarios about tools for models. */
import type { Scenario } from '../scenario.ts'
import { modelCalls } from './model-calls.ts'

export const tools: Scenario[] = [...modelCalls]
