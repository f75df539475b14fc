/** The scenarios about tasks. */
import type { Scenario } from '../scenario.ts'
import { calls } from './calls.ts'
import { coreEndings } from './core-endings.ts'
import { coreTasks } from './core-tasks.ts'
import { endings } from './endings.ts'
import { input } from './input.ts'

export const tasks: Scenario[] = [...coreTasks, ...coreEndings, ...calls, ...endings, ...input]
