/** Every scenario there is. */
import { asked } from './asked.ts'
import { badInput } from './bad-input.ts'
import { calling } from './calling.ts'
import { care } from './care.ts'
import { connecting } from './connecting.ts'
import { delivery } from './delivery.ts'
import { diagnosis } from './diagnosis.ts'
import { draining } from './draining.ts'
import { drainingMore } from './draining-more.ts'
import { ending } from './ending.ts'
import { fallback } from './fallback.ts'
import { healing } from './healing.ts'
import { httpSse } from './http-sse.ts'
import { httpSseBroken } from './http-sse-broken.ts'
import { httpSseCalls } from './http-sse-calls.ts'
import { httpSseEndings } from './http-sse-endings.ts'
import { httpSseEndpoint } from './http-sse-endpoint.ts'
import { httpSseLimits } from './http-sse-limits.ts'
import { keepalive } from './keepalive.ts'
import { rateLimits } from './rate-limits.ts'
import { resuming } from './resuming.ts'
import { resumingElsewhere } from './resuming-elsewhere.ts'
import { resumingEnds } from './resuming-ends.ts'
import { resumingListening } from './resuming-listening.ts'
import { resumingPositions } from './resuming-positions.ts'
import type { Scenario } from './scenario.ts'
import { seams } from './seams.ts'
import { snapshots } from './snapshots.ts'
import { streams } from './streams.ts'
import { tolerance } from './tolerance.ts'

export const scenarios: Scenario[] = [
  ...connecting,
  ...fallback,
  ...calling,
  ...ending,
  ...streams,
  ...resuming,
  ...resumingPositions,
  ...resumingEnds,
  ...resumingElsewhere,
  ...resumingListening,
  ...badInput,
  ...delivery,
  ...rateLimits,
  ...draining,
  ...drainingMore,
  ...healing,
  ...keepalive,
  ...httpSse,
  ...httpSseEndpoint,
  ...httpSseCalls,
  ...httpSseBroken,
  ...httpSseEndings,
  ...httpSseLimits,
  ...snapshots,
  ...care,
  ...tolerance,
  ...diagnosis,
  ...asked,
  ...seams,
]
