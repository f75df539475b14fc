/** Servers that do one thing wrong each, and the verdict that they must get. */
import { authorization } from './authorization.ts'
import type { BadServer } from './bad-server.ts'
import { browsers } from './browsers.ts'
import { cards } from './cards.ts'
import { errors } from './errors.ts'
import { lists } from './lists.ts'
import { modern } from './modern.ts'
import { revisions } from './revisions.ts'
import { sessions } from './sessions.ts'
import { streams } from './streams.ts'

export const badServers: readonly BadServer[] = [
  ...browsers,
  ...revisions,
  ...sessions,
  ...streams,
  ...errors,
  ...lists,
  ...modern,
  ...authorization,
  ...cards,
]
