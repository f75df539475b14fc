/** The scenarios about modern. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { calls } from './calls.ts'
import { extremeSchemas } from './extreme-schemas.ts'
import { givenTools } from './given-tools.ts'
import { headerMismatch } from './header-mismatch.ts'
import { headers } from './headers.ts'
import { invalidParamHeaders } from './invalid-param-headers.ts'
import { messages } from './messages.ts'
import { paramHeaderValues } from './param-header-values.ts'
import { paramHeaders } from './param-headers.ts'
import { requestMeta } from './request-meta.ts'

export const modern: Scenario[] = [
  ...pure(givenTools),
  ...calls,
  ...pure(extremeSchemas),
  ...headerMismatch,
  ...headers,
  ...pure(invalidParamHeaders),
  ...messages,
  ...paramHeaderValues,
  ...paramHeaders,
  ...pure(requestMeta),
]
