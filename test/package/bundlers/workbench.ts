/** What the bundlers share: the packed package, a browser, and projects that are removed in the end. */
import { cp } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { createScratch, type Scratch } from '../../../playground/server/scratch.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'
import { pack, unpackInto } from '../pack.ts'
import { app, type Workbench } from './bundler.ts'

export async function createWorkbench(): Promise<Workbench & { dispose(): Promise<void> }> {
  const executablePath = await findProgram('chromium')
  const [packed, browser] = await Promise.all([pack(), chromium.launch({ executablePath, args: chromiumArguments })])
  const projects: Scratch[] = []
  return {
    packed,
    browser,
    async createProject() {
      const project = await createScratch()
      projects.push(project)
      await unpackInto(project.path, packed)
      await cp(app, project.path, { recursive: true })
      return project.path
    },
    async dispose() {
      await Promise.all([browser.close(), packed.dispose(), ...projects.map((project) => project.dispose())])
    },
  }
}
