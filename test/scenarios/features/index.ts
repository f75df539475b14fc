/** The scenarios about features. */
import type { Scenario } from '../scenario.ts'
import { pure } from '../steps/pure.ts'
import { brokenItems } from './broken-items.ts'
import { capabilities } from './capabilities.ts'
import { completion } from './completion.ts'
import { content } from './content.ts'
import { endlessLists } from './endless-lists.ts'
import { lists } from './lists.ts'
import { logging } from './logging.ts'
import { paging } from './paging.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import { structuredOutput } from './structured-output.ts'

export const features: Scenario[] = [
  ...pure(paging),
  ...pure(brokenItems),
  ...pure(capabilities),
  ...pure(completion),
  ...pure(content),
  ...endlessLists,
  ...pure(lists),
  ...logging,
  ...pure(prompts),
  ...pure(resources),
  ...pure(structuredOutput),
]
