/** The seven runtimes, in the order of the summary. */
import { chromium } from './chromium.ts'
import { firefox } from './firefox.ts'
import { bun, deno, node } from './process.ts'
import type { Runtime } from './runtime.ts'
import { webkit } from './webkit.ts'
import { workerd } from './workerd.ts'

export const columns: readonly Runtime[] = [node, workerd, deno, bun, chromium, firefox, webkit]
