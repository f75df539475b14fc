/** The adapters fit the types of the SDKs: these tests compile against them. */
import { join } from 'node:path'
import { test } from 'vitest'
import { installed } from '../../support/paths.ts'
import { runProcess } from '../../support/processes.ts'

test('every adapter fits the types of its SDK', async () => {
  await runProcess(installed('tsc'), ['-p', join(import.meta.dirname, 'tsconfig.json'), '--pretty', 'false'])
})
