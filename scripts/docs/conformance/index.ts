/** All topics, in the order of the page. */
import { authorization } from './authorization.ts'
import { authorizationFlow } from './authorization-flow.ts'
import { authorizationSecurity } from './authorization-security.ts'
import { base } from './base.ts'
import { elicitation } from './elicitation.ts'
import { httpLegacy } from './http-legacy.ts'
import { httpModern } from './http-modern.ts'
import { lifecycle } from './lifecycle.ts'
import { metadata } from './metadata.ts'
import { parameterHeaders } from './parameter-headers.ts'
import { patterns } from './patterns.ts'
import type { Topic } from './requirement.ts'
import { samplingAndRoots } from './sampling-and-roots.ts'
import { serverFeatures } from './server-features.ts'
import { tasks } from './tasks.ts'
import { utilities } from './utilities.ts'

export const topics: readonly Topic[] = [
  base,
  metadata,
  lifecycle,
  httpModern,
  parameterHeaders,
  httpLegacy,
  patterns,
  elicitation,
  samplingAndRoots,
  serverFeatures,
  utilities,
  tasks,
  authorization,
  authorizationFlow,
  authorizationSecurity,
]
