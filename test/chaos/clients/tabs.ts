/** Pages that the user leaves and comes back to, each with a tab of its own in a Chromium that the test drives. */
import puppeteer, { type Page } from 'puppeteer-core'
import { chromiumArguments } from '../../runtimes/chromium.ts'
import { findProgram } from '../../support/programs.ts'
import type { Desk } from './desk.ts'
import type { ClientPlan, ClientReport, Moment, Reach } from './script.ts'

export interface Tab {
  /** The user leaves the page: for another tab, for so long that the browser freezes it, or for another address. */
  leave(): Promise<void>
  comeBack(): Promise<void>
}

export interface Tabs {
  /** Plays a plan in a tab of its own, which is closed at the end. `onTab` is called before the plan begins. */
  runClient(plan: ClientPlan, reach: Reach, onTab: (tab: Tab) => void): Promise<ClientReport>
  stop(): Promise<void>
}

export async function startTabs(desk: Desk): Promise<Tabs> {
  const browser = await puppeteer.launch({
    executablePath: await findProgram('chromium'),
    args: chromiumArguments,
    // What a driver switches off by default, and users have.
    ignoreDefaultArgs: [
      '--disable-back-forward-cache',
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
    ],
  })
  return {
    async runClient(plan, reach, onTab) {
      const { url, report } = desk.pageFor(plan, reach)
      // A window of its own: of the tabs in one window, only the one in front is visible.
      const window = await browser.createBrowserContext()
      const page = await window.newPage()
      let other: Page | undefined
      const { leave, comeBack } = waysOf(plan.moment)
      onTab({ leave, comeBack })
      try {
        await page.goto(url)
        return await report
      } finally {
        await window.close()
      }

      function waysOf(moment: Moment): Tab {
        if (moment === 'restored') {
          // Another site, so that the page is not in the process that is left.
          const elsewhere = desk.origin.replace('127.0.0.1', 'localhost')
          return {
            leave: async () => void (await page.goto(`${elsewhere}/elsewhere`)),
            comeBack: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
          }
        }
        const setState = async (state: 'frozen' | 'active') => {
          if (moment !== 'frozen') return
          const session = await page.createCDPSession()
          await session.send('Page.setWebLifecycleState', { state })
          await session.detach()
        }
        return {
          async leave() {
            other = await window.newPage()
            await other.bringToFront()
            await setState('frozen')
          },
          async comeBack() {
            await setState('active')
            await page.bringToFront()
          },
        }
      }
    },
    stop: () => browser.close(),
  }
}
