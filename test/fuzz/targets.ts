/** Everything that the fuzzer tries. */
import type { FuzzTarget } from './target.ts'
import { authorizationTargets } from './targets/authorization.ts'
import { eventStreamTargets } from './targets/event-streams.ts'
import { formTargets } from './targets/forms.ts'
import { messageTargets } from './targets/messages.ts'
import { resultTargets } from './targets/results.ts'
import { schemaTargets } from './targets/schemas-and-skills.ts'
import { storedValueTargets } from './targets/stored-values.ts'
import { tapeAndTemplateTargets } from './targets/tapes-and-templates.ts'

export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  ...eventStreamTargets,
  ...messageTargets,
  ...resultTargets,
  ...authorizationTargets,
  ...storedValueTargets,
  ...schemaTargets,
  ...formTargets,
  ...tapeAndTemplateTargets,
]
