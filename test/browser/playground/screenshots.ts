/** Renews the images in docs/screenshots: `npx tsx test/browser/playground/screenshots.ts`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../support/paths.ts'
import { createFixture, type Fixture } from './fixture.ts'
import type { PageOptions, PlaygroundPage } from './page-object.ts'

interface Screenshot extends PageOptions {
  name: string
  prepare(playgroundPage: PlaygroundPage): Promise<void>
}

const views: Record<string, Screenshot['prepare']> = {
  async start({ locator }) {
    await locator('.preset.demo').waitFor()
  },
  async tool({ connect, call, locator, openWireTab }) {
    await connect({ preset: 'Polling' })
    await call('count', { to: '24', every: '40' })
    await locator('.outcome.good').waitFor()
    await openWireTab('Timeline')
  },
  async error({ connect, call, locator, openWireTab }) {
    await connect({ preset: '2025-11-25' })
    await call('throw', { message: 'The account is empty' })
    await locator('.outcome.bad').waitFor()
    await openWireTab('Messages')
  },
  async faults({ connect, locator, page }) {
    await connect({ preset: '2025-11-25' })
    await locator('.other-views button:has-text("Faults")').click()
    for (const name of ['Expire the session', 'Cut the streams']) {
      await page.locator(`.faults button:has(strong:text-is("${name}"))`).click()
      await page.locator(`.faults button[aria-pressed="true"]:has(strong:text-is("${name}"))`).waitFor()
      await locator('.call .outcome.good').waitFor()
    }
  },
  async question({ connect, call, locator }) {
    await connect({ preset: '2026-07-28' })
    await call('test_elicitation_sep1034_defaults')
    await locator('dialog').waitFor()
  },
  async server({ connect, locator }) {
    await connect({ preset: '2025-11-25' })
    await locator('.server-card').click()
    await locator('.connection-settings').waitFor()
  },
}

const PHONE = 390

/** Each view once on a large and once on a small screen, in the other theme. */
const sizes = [
  { suffix: '', width: 1440, height: 900, colorScheme: 'light' },
  { suffix: '-dark', width: 1280, height: 720, colorScheme: 'dark' },
  { suffix: '-narrow', width: 1024, height: 700, colorScheme: 'light' },
  { suffix: '-phone', width: PHONE, height: 844, colorScheme: 'dark' },
] as const

const screenshots: Screenshot[] = Object.entries(views).flatMap(([view, prepare]) =>
  sizes.map(({ suffix, ...options }) => ({ name: view + suffix, prepare, ...options })),
)

/** A phone shows one pane at a time: the lists after connecting, then what was opened. */
function onPhone(playgroundPage: PlaygroundPage): PlaygroundPage {
  return {
    ...playgroundPage,
    async connect(to) {
      await playgroundPage.connect(to)
      await playgroundPage.locator('.pane-tabs button:has-text("Server")').click()
    },
    async openWireTab() {},
  }
}

async function take(fixture: Fixture, { name, prepare, ...options }: Screenshot): Promise<void> {
  const playgroundPage = await fixture.openPage('', options)
  await prepare(options.width === PHONE ? onPhone(playgroundPage) : playgroundPage)
  await playgroundPage.page.screenshot({ path: join(root, 'docs', 'screenshots', `${name}.png`) })
  await playgroundPage.close()
}

const fixture = await createFixture()
try {
  await mkdir(join(root, 'docs', 'screenshots'), { recursive: true })
  for (const screenshot of screenshots) await take(fixture, screenshot)
} finally {
  await fixture.close()
}
