/** The scenarios about storage. */
import type { Scenario } from '../scenario.ts'
import { webStorage } from './web-storage.ts'

export const storage: Scenario[] = [...webStorage]
