/** The wire pane: timeline, details, filter and export, and the recovery from injected faults. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testWire(fixture: () => Fixture): void {
  describe('the wire pane', () => {
    test(
      'shows a polled call: the stream, the gap with delay and reason, the resumed stream',
      withPage(fixture, async ({ connect, call, locator, read, waitForWireRow, problems }) => {
        await connect({ preset: 'Polling' })
        await call('echo', { text: 'polled' })
        expect(await read('.outcome.good pre')).toBe('polled')
        await waitForWireRow(/reopen stream in 300 ms: ended/)
        await waitForWireRow(/tools\/call · echo, resumed/)
        expect(await locator('.wire-row.note path.gap').count()).toBeGreaterThan(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'shows headers and bodies of a request, redacted, and copies it as curl',
      withPage(fixture, async ({ page, connect, call, press, locator, read }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'on the wire' })
        await locator('.outcome.good').waitFor()
        await locator('.wire-row:has-text("tools/call")').click()
        await press('Headers')
        expect(await read('.detail')).toMatch(/mcp-session-id\s+hidden/)
        await press('Raw')
        expect(await read('.detail')).toMatch(/"text":"on the wire"[\s\S]*Response body[\s\S]*on the wire/)
        await press('Copy as curl')
        const curl = await page.evaluate(() => navigator.clipboard.readText())
        expect(curl).toMatch(
          /^curl -N -X POST 'http:[\s\S]*-H "mcp-session-id: \$MCP_SESSION_ID"[\s\S]*--data-raw '\{.*on the wire/,
        )
      }),
    )

    test(
      'can be filtered, paused, listed as messages, and exported without secrets',
      withPage(fixture, async ({ page, connect, call, press, locator, read, openWireTab }) => {
        const server = fixture().realm()
        await page.getByText('Custom headers').click()
        await page.getByLabel(/^Headers/).fill('x-api-key: canary-key\nauthorization: Bearer canary-token')
        await connect({ url: server.url })
        await page.getByLabel('Filter the wire').fill('prompts/list')
        await locator('.wire-row').first().waitFor()
        expect(await locator('.wire-row').allInnerTexts()).toEqual([expect.stringMatching('prompts/list')])
        await page.getByLabel('Filter the wire').fill('')
        const before = await locator('.wire-row').count()
        await press('Pause')
        await call('echo', { text: 'unseen' })
        await locator('.outcome.good').waitFor()
        expect(await locator('.wire-row').count()).toBe(before)
        await press('Go on')
        await locator('.wire-row').nth(before).waitFor()
        await openWireTab('Messages')
        await expect.poll(() => read('.message-list')).toMatch(/→\s+tools\/call\s+echo[\s\S]*←\s+result of tools\/call/)
        await locator('.menu summary').click()
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Save as JSON')])
        const text = await readFile(await saved.path(), 'utf8')
        expect(JSON.parse(text)).toMatchObject({ format: 'mcp-over-fetch wire', version: 1 })
        expect(text).not.toMatch(/canary|unseen/)
      }),
    )

    test(
      'is saved as a HAR file, and shows one to be read only until the live wire is wanted again',
      withPage(fixture, async ({ page, connect, call, press, locator, read, problems }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'kept in a file' })
        await locator('.outcome.good').waitFor()
        await locator('.menu summary').click()
        await page.getByLabel(/^Include bodies/).check()
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Save as HAR')])
        const chooser = page.getByLabel('Open a HAR file')
        await chooser.setInputFiles({ name: 'x.har', mimeType: 'application/json', buffer: Buffer.from('{}') })
        await page.getByText('This is not a HAR file: it has no log with entries.').waitFor()
        await press('Disconnect')
        await locator('.wire-row').first().waitFor()
        await locator('.menu summary').click()
        await chooser.setInputFiles(await saved.path())
        await locator('.imported-line').waitFor()
        await locator('.wire-row:has-text("tools/call · echo")').click()
        await press('Raw')
        expect(await read('.detail')).toMatch(/kept in a file/)
        expect(await page.getByRole('button', { name: 'Clear', exact: true }).count()).toBe(0)
        await press('Back to the live wire')
        expect(await locator('.imported-line').count()).toBe(0)
        await locator('.menu summary').click()
        await chooser.setInputFiles(await saved.path())
        await locator('.imported-line').waitFor()
        // After connecting, what happens now is shown.
        await connect({ preset: '2025-11-25' })
        await locator('.imported-line').waitFor({ state: 'detached' })
        await locator('.menu summary').click()
        await chooser.setInputFiles(await saved.path())
        await locator('.imported-line').waitFor()
        await call('echo', { text: 'hi' })
        await locator('.story-line').click()
        await locator('.imported-line').waitFor({ state: 'detached' })
        expect(problems).toEqual([])
      }),
    )
  })
}
