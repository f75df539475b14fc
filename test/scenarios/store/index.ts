/** The scenarios about stores for user interfaces. */
import type { Scenario } from '../scenario.ts'
import { connection } from './connection.ts'
import { group } from './group.ts'
import { lists } from './lists.ts'
import { questions } from './questions.ts'
import { signIn } from './sign-in.ts'

export const store: Scenario[] = [...connection, ...lists, ...questions, ...signIn, ...group]
