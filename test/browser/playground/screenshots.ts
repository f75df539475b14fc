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

const screenshots: Screenshot[] = [
  {
    name: 'healing',
    width: 1320,
    height: 720,
    async prepare({ connect, locator, waitForWireRow }) {
      await connect({ preset: '2025-11-25' })
      await locator('.other-views button:has-text("Faults")').click()
      const faults: [string, RegExp][] = [
        ['Cut the streams', /reopen stream/],
        ['Expire the session', /new session/],
        ['503', /send again/],
        ['mid-word', /in 500 ms/],
      ]
      for (const [name, row] of faults) {
        await locator(`.faults button:has-text("${name}")`).click()
        await waitForWireRow(row)
        await locator('.call .running').waitFor({ state: 'detached' })
      }
      await locator('.faults button:has-text("Hold")').click()
      // What became of the rest of the response is in the sentence about the row.
      await locator('.wire-row[title*="drained: time"]').first().waitFor()
    },
  },
  {
    name: 'tool',
    width: 1320,
    height: 720,
    colorScheme: 'dark',
    async prepare({ connect, call, locator }) {
      await connect({ preset: 'Polling' })
      await call('count', { to: '24', every: '40' })
      await locator('.outcome.good').waitFor()
      await locator('.code summary').click()
      await locator('.wire-row.note').last().click()
    },
  },
  {
    name: 'question',
    width: 1024,
    height: 768,
    async prepare({ connect, call, locator }) {
      await connect({ preset: '2026-07-28' })
      await call('test_elicitation_sep1034_defaults')
      await locator('dialog').waitFor()
    },
  },
  {
    name: 'phone',
    width: 360,
    height: 740,
    colorScheme: 'dark',
    async prepare({ connect, call, locator, page }) {
      await connect({ preset: 'Polling' })
      await locator('.pane-tabs button:has-text("Server")').click()
      await call('count', { to: '24', every: '40' })
      await locator('.outcome.good').waitFor()
      await page.locator('.pane-tabs button:has-text("Wire")').click()
    },
  },
]

async function take(fixture: Fixture, { name, prepare, ...options }: Screenshot): Promise<void> {
  const playgroundPage = await fixture.openPage('', options)
  await prepare(playgroundPage)
  await playgroundPage.page.screenshot({ path: join(root, 'docs', 'screenshots', `${name}.png`) })
}

const fixture = await createFixture()
try {
  await mkdir(join(root, 'docs', 'screenshots'), { recursive: true })
  for (const screenshot of screenshots) await take(fixture, screenshot)
} finally {
  await fixture.close()
}
