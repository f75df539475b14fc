/** The scenarios about listen. */
import type { Scenario } from '../scenario.ts'
import { changedServers } from './changed-servers.ts'
import { endings } from './endings.ts'
import { everyTransport } from './every-transport.ts'
import { gaps } from './gaps.ts'
import { legacy } from './legacy.ts'
import { modern } from './modern.ts'
import { onNotification } from './on-notification.ts'
import { unreadChanges } from './unread-changes.ts'

export const listen: Scenario[] = [
  ...onNotification,
  ...changedServers,
  ...endings,
  ...everyTransport,
  ...gaps,
  ...legacy,
  ...modern,
  ...unreadChanges,
]
