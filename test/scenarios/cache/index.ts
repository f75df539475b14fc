/** The scenarios about cache. */
import type { Scenario } from '../scenario.ts'
import { changes } from './changes.ts'
import { freshness } from './freshness.ts'
import { pages } from './pages.ts'
import { sharing } from './sharing.ts'
import { stores } from './stores.ts'

export const cache: Scenario[] = [...changes, ...freshness, ...pages, ...sharing, ...stores]
