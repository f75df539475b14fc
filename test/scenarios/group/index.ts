/** The scenarios about groups of servers. */
import type { Scenario } from '../scenario.ts'
import { failingServers } from './failing-servers.ts'

export const group: Scenario[] = [...failingServers]
