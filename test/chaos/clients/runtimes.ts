/** The runtimes in which clients are disturbed: this process, a page in Chromium, a Worker in workerd. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { createScratch } from '../../../playground/server/scratch.ts'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { startProcess } from '../../support/processes.ts'
import { findProgram } from '../../support/programs.ts'
import { openDesk } from './desk.ts'
import { type ClientPlan, type ClientReport, pageMoments, type Reach, runClient } from './script.ts'
import { startTabs, type Tab, type Tabs } from './tabs.ts'

export type RuntimeName = 'node' | 'chromium' | 'workerd'

export interface ClientRuntime {
  /** `onTab` is called with the tab of a page that the user leaves. */
  runClient(plan: ClientPlan, reach: Reach, onTab: (tab: Tab) => void): Promise<ClientReport>
  stop(): Promise<void>
}

export const startRuntime: Record<RuntimeName, () => Promise<ClientRuntime>> = {
  node: async () => ({ runClient, stop: async () => {} }),
  chromium: startChromium,
  workerd: startWorkerd,
}

async function startChromium(): Promise<ClientRuntime> {
  const program = await findProgram('chromium')
  const desk = await openDesk(await bundle('page.ts'))
  const profile = await createScratch()
  const more = ['--headless', '--disable-background-timer-throttling', `--user-data-dir=${profile.path}`]
  const { stop } = startProcess(program, [...chromiumArguments, ...more, desk.origin], { stdio: 'ignore' })
  let tabs: Promise<Tabs> | undefined
  return {
    async runClient(plan, reach, onTab) {
      if (!pageMoments.includes(plan.moment)) return desk.hand(plan, reach)
      tabs ??= startTabs(desk)
      return (await tabs).runClient(plan, reach, onTab)
    },
    async stop() {
      await (await tabs)?.stop()
      await stop()
      await desk.close()
      await profile.dispose()
    },
  }
}

async function startWorkerd(): Promise<ClientRuntime> {
  const desk = await openDesk('')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      modules: true,
      script: await bundle('worker.ts'),
      compatibilityDate: '2026-08-01',
      handleStructuredLogs: () => {},
    }),
  )
  await miniflare.ready
  return {
    async runClient(plan, reach) {
      const { url, forget } = desk.reachAt(reach)
      try {
        const body = JSON.stringify({ plan, reachAt: url })
        const response = await miniflare.dispatchFetch('http://client/', { method: 'POST', body })
        if (!response.ok) throw new Error(`the Worker answered ${response.status}: ${await response.text()}`)
        return (await response.json()) as ClientReport
      } finally {
        forget()
      }
    },
    async stop() {
      await miniflare.dispose()
      await desk.close()
    },
  }
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'silent',
  })
  return outputFiles[0]!.text
}
