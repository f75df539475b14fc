/** The scenarios about groups of servers. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { badInput } from './bad-input.ts'
import { failingServers } from './failing-servers.ts'
import { lifetime } from './lifetime.ts'
import { mergedLists } from './merged-lists.ts'
import { snapshots } from './snapshots.ts'

export const group: Scenario[] = [...failingServers, ...mergedLists, ...snapshots, ...lifetime, ...pure(badInput)]
