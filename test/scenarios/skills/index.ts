/** The scenarios about skills. */
import type { Scenario } from '../scenario.ts'
import { duties } from './duties.ts'
import { listAndRead } from './list-and-read.ts'
import { readDirectory } from './read-directory.ts'

export const skills: Scenario[] = [...listAndRead, ...readDirectory, ...duties]
