/** All faults by name: the one table that the server, the types and the documentation use. */
import { type BodyFault, bodyFaults } from './body.ts'
import type { FaultDefinition } from './fault.ts'
import { type MessageFault, messageFaults } from './messages.ts'
import { type NetworkFault, networkFaults } from './network.ts'
import { type SessionFault, sessionFaults } from './sessions.ts'
import { type StatusFault, statusFaults } from './status.ts'

/** The name of a fault. */
export type FaultName = NetworkFault | StatusFault | BodyFault | MessageFault | SessionFault

export const faultTable: Readonly<Record<FaultName, FaultDefinition>> = {
  ...networkFaults,
  ...statusFaults,
  ...bodyFaults,
  ...messageFaults,
  ...sessionFaults,
}
