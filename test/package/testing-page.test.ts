/** The example of examples/testing that needs a browser. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/paths.ts'
import { findProgram } from '../support/programs.ts'
import { createTestingProject, runInProject } from './examples/testing-project.ts'
import { ownNode } from './peers.ts'

test('a page behind page.route of Playwright is answered by the mock server', async () => {
  const project = await createTestingProject({ 'playwright-core': join(root, 'node_modules/playwright-core') })
  try {
    const environment = { CHROMIUM: await findProgram('chromium') }
    expect(await runInProject(project, [ownNode, '--test', 'playwright.test.js'], environment)).toContain('pass 1')
  } finally {
    await project.dispose()
  }
})
