/** Takes the pictures of docs/screenshots anew: `npx tsx test/playground/screenshots.ts`. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../runtimes/paths.ts'
import { type Stage, setStage } from './stage.ts'
import type { VisitOptions, Visitor } from './visitor.ts'

interface Picture extends VisitOptions {
  name: string
  pose(visitor: Visitor): Promise<void>
}

const pictures: Picture[] = [
  {
    name: 'healing',
    width: 1480,
    height: 800,
    async pose({ connect, locate, seeOnWire }) {
      await connect({ preset: '2025-11-25' })
      await locate('.others button:has-text("Break it")').click()
      const breaks: [string, RegExp][] = [
        ['Cut the streams', /reopen stream/],
        ['Expire the session', /new session/],
        ['503', /send again/],
        ['Hold', /drained: time/],
        ['mid-word', /in 500 ms/],
      ]
      for (const [name, row] of breaks) {
        await locate(`.breaks button:has-text("${name}")`).click()
        await seeOnWire(row)
        await locate('.call .running').waitFor({ state: 'detached' })
      }
    },
  },
  {
    name: 'tool',
    colorScheme: 'dark',
    async pose({ connect, call, locate }) {
      await connect({ preset: 'Polling' })
      await call('count', { to: '24', every: '40' })
      await locate('.outcome.good').waitFor()
      await locate('.code summary').click()
      await locate('.wire-row.note').last().click()
    },
  },
  {
    name: 'question',
    width: 1024,
    height: 768,
    async pose({ connect, call, locate }) {
      await connect({ preset: '2026-07-28' })
      await call('test_elicitation_sep1034_defaults')
      await locate('dialog').waitFor()
    },
  },
  {
    name: 'phone',
    width: 360,
    height: 740,
    colorScheme: 'dark',
    async pose({ connect, call, locate, page }) {
      await connect({ preset: 'Polling' })
      await locate('.pane-tabs button:has-text("Server")').click()
      await call('count', { to: '24', every: '40' })
      await locate('.outcome.good').waitFor()
      await page.locator('.pane-tabs button:has-text("Wire")').click()
    },
  },
]

async function take(stage: Stage, { name, pose, ...options }: Picture): Promise<void> {
  const visitor = await stage.visit('', options)
  await pose(visitor)
  await visitor.page.screenshot({ path: join(root, 'docs', 'screenshots', `${name}.png`) })
}

const stage = await setStage()
try {
  await mkdir(join(root, 'docs', 'screenshots'), { recursive: true })
  for (const picture of pictures) await take(stage, picture)
} finally {
  await stage.end()
}
