/** The seven runtimes, in the order of the summary. */
import { bun } from './bun.ts'
import { chromium } from './chromium.ts'
import { deno } from './deno.ts'
import { firefox } from './firefox.ts'
import { node } from './node.ts'
import type { Runtime } from './runtime.ts'
import { webkit } from './webkit.ts'
import { workerd } from './workerd.ts'

export const columns: readonly Runtime[] = [node, workerd, deno, bun, chromium, firefox, webkit]
