/** The scenarios about negotiation. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { changedServers } from './changed-servers.ts'
import { probe } from './probe.ts'
import { probeTimeout } from './probe-timeout.ts'
import { refusedProbe } from './refused-probe.ts'
import { releasedStreams } from './released-streams.ts'
import { rememberedServers } from './remembered-servers.ts'
import { rules } from './rules.ts'
import { runningCalls } from './running-calls.ts'
import { undecidedProbe } from './undecided-probe.ts'

export const negotiation: Scenario[] = [
  ...probeTimeout,
  ...changedServers,
  ...probe,
  ...refusedProbe,
  ...releasedStreams,
  ...pure(rememberedServers),
  ...pure(rules),
  ...runningCalls,
  ...undecidedProbe,
]
