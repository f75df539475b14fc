/** The session as a test: a tape and its test are saved, and run without the server; tools are tried as a model. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createScratch } from '../../../../playground/server/scratch.ts'
import { root } from '../../../support/paths.ts'
import { runProcess } from '../../../support/processes.ts'
import { type Fixture, withPage } from '../fixture.ts'
import { findViolations } from './accessibility.ts'

async function save(download: Download, folder: string): Promise<string> {
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

export function testReproduce(fixture: () => Fixture): void {
  describe('the shop window', () => {
    test(
      'a recorded session is a tape and a test, which runs without the server and holds no secret',
      withPage(fixture, async ({ page, connect, call, open, press, read, locator, problems, openWireTab }) => {
        const server = fixture().realm()
        await page.getByLabel('Authorization').selectOption('bearer')
        await locator('input[type=password]').fill('canary-token')
        await connect({ url: server.url })
        await openWireTab('History')
        await press('Record a tape')
        await locator('.reproduce button:has-text("Save the tape")').waitFor()
        await call('add', { a: '2', b: '40' })
        await locator('.outcome.good').waitFor()
        await open('Resources', 'Static text')
        await press('Read')
        await locator('.outcome.good').waitFor()
        await call('throw', { message: 'no' })
        await locator('.outcome.bad').waitFor()
        await openWireTab('History')
        const scratch = await createScratch()
        try {
          const [tape] = await Promise.all([page.waitForEvent('download'), press('Save the tape')])
          const [code] = await Promise.all([page.waitForEvent('download'), press('Save the test')])
          await save(tape, scratch.path)
          const file = await save(code, scratch.path)
          await expect.poll(() => read('.reproduce [role=status]')).toMatch(/\d+ requests/)
          const saved = await readFile(join(scratch.path, tape.suggestedFilename()), 'utf8')
          expect(saved).not.toMatch('canary-token')
          expect(JSON.parse(saved)).toMatchObject({ version: 1 })
          await writeFile(join(scratch.path, 'package.json'), '{ "type": "module" }')
          await mkdir(join(scratch.path, 'node_modules'))
          await symlink(root, join(scratch.path, 'node_modules/mcp-over-fetch'))
          const tsx = join(root, 'node_modules/tsx/dist/loader.mjs')
          const output = await runProcess(process.execPath, ['--import', tsx, '--test', '--test-reporter=tap', file], {
            cwd: scratch.path,
            limit: 30_000,
          })
          expect(output).toMatch(/# pass 1\b[\s\S]*# fail 0\b/)
        } finally {
          await scratch.dispose()
        }
        expect(problems).toEqual([])
      }),
    )

    test(
      'a scripted model calls tools of one server, and of all, and its transcript is shown',
      withPage(fixture, async (playgroundPage) => {
        const { page, connect, press, read, locator, problems } = playgroundPage
        await connect({ url: fixture().realm().url })
        await press('Connect to another server')
        await connect({ preset: '2025-11-25' })
        await locator('.other-views button:has-text("Simulate a model")').click()
        const steps = page.getByLabel('Steps of the model, one a line')
        await steps.fill('echo {"text": ')
        await press('Run')
        expect(await read('.problem')).toMatch(/Line 1 is no step/)
        await steps.fill('echo {"text":"from a model"}\nno_such_tool {}\nanswer: Done.')
        await press('Run')
        await locator('.transcript li').nth(4).waitFor()
        const shown = await read('.transcript')
        expect(shown).toMatch(
          /tool_use[\s\S]*tool_result[\s\S]*from a model[\s\S]*no_such_tool[\s\S]*is_error[\s\S]*Done\./,
        )
        await page.getByLabel(/With the tools of all open servers/).check()
        await page.getByLabel('As the API of').selectOption('openai')
        await steps.fill('mock_2026_07_28__echo {}\nanswer: Done.')
        await press('Run')
        await expect.poll(() => read('.transcript')).toMatch(/tool_calls/)
        await locator('.main-pane details summary').click()
        const names = [...(await read('.main-pane details pre')).matchAll(/"name": "(\w+__echo)"/g)].map(
          ([, name]) => name!,
        )
        expect(names).toHaveLength(2)
        await steps.fill(names.map((name) => `${name} {"text":"to ${name}"}`).join('\n'))
        await press('Run')
        for (const name of names) await locator('.turn-application', { hasText: `to ${name}` }).waitFor()
        await locator('.server-tabs .server-tab').first().click()
        await locator('.wire-row:has-text("tools/call · echo")').first().waitFor()
        expect(await findViolations(playgroundPage)).toEqual([])
        expect(problems).toEqual([])
      }),
    )
  })
}
