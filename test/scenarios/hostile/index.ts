/** The scenarios about hostile. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { messages } from './messages.ts'
import { oauth } from './oauth.ts'
import { redirects } from './redirects.ts'
import { repeatedSecrets } from './repeated-secrets.ts'
import { secrets } from './secrets.ts'
import { values } from './values.ts'

export const hostile: Scenario[] = [
  ...messages,
  ...oauth,
  ...redirects,
  ...repeatedSecrets,
  ...secrets,
  ...pure(values),
]
