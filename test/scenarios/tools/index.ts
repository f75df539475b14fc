/** The scenarios about tools for models. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { betweenResultAndModel } from './between-result-and-model.ts'
import { modelCalls } from './model-calls.ts'

export const tools: Scenario[] = [...pure(modelCalls), ...betweenResultAndModel]
