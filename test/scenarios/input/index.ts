/** The scenarios about input. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { besideHandlers } from './beside-handlers.ts'
import { elicitation } from './elicitation.ts'
import { elicitationForms } from './elicitation-forms.ts'
import { inputRequired } from './input-required.ts'
import { limits } from './limits.ts'
import { ownMethods } from './own-methods.ts'
import { resultTypes } from './result-types.ts'
import { roots } from './roots.ts'
import { rounds } from './rounds.ts'
import { sampling } from './sampling.ts'
import { samplingTools } from './sampling-tools.ts'
import { serverRequests } from './server-requests.ts'
import { urlElicitationRequired } from './url-elicitation-required.ts'

export const input: Scenario[] = [
  ...besideHandlers,
  ...ownMethods,
  ...pure(elicitationForms),
  ...elicitation,
  ...inputRequired,
  ...limits,
  ...pure(resultTypes),
  ...pure(roots),
  ...rounds,
  ...sampling,
  ...pure(samplingTools),
  ...serverRequests,
  ...urlElicitationRequired,
]
