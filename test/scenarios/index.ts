/** Every scenario there is. */
import { asked } from './asked.ts'
import { badInput } from './bad-input.ts'
import { calling } from './calling.ts'
import { connecting } from './connecting.ts'
import { draining } from './draining.ts'
import { ending } from './ending.ts'
import type { Scenario } from './scenario.ts'
import { seams } from './seams.ts'
import { streams } from './streams.ts'

export const scenarios: Scenario[] = [
  ...connecting,
  ...calling,
  ...ending,
  ...streams,
  ...badInput,
  ...draining,
  ...asked,
  ...seams,
]
