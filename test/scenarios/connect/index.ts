/** The scenarios about connect. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { fallback } from './fallback.ts'
import { handshake } from './handshake.ts'
import { movedEndpoints } from './moved-endpoints.ts'
import { options } from './options.ts'
import { redirects } from './redirects.ts'
import { requestCounts } from './request-counts.ts'
import { timeLimits } from './time-limits.ts'
import { transport } from './transport.ts'
import { wrongUrls } from './wrong-urls.ts'

export const connect: Scenario[] = [
  ...fallback,
  ...handshake,
  ...movedEndpoints,
  ...pure(options),
  ...redirects,
  ...pure(requestCounts),
  ...timeLimits,
  ...transport,
  ...wrongUrls,
]
