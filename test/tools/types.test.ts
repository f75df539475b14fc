/** The adapters fit the types of the SDKs: these tests compile against them. */
import { join } from 'node:path'
import { test } from 'vitest'
import { installed } from '../runtimes/paths.ts'
import { runProcess } from '../runtimes/processes.ts'

test('every adapter fits the types of its SDK', { timeout: 60_000 }, async () => {
  await runProcess(installed('tsc'), ['-p', join(import.meta.dirname, 'tsconfig.json'), '--pretty', 'false'])
})
