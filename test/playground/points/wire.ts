/** Points 6 and 7: the wire on display, and a server that is broken to watch it heal. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

export function watchingTheWire(stage: () => Stage): void {
  describe('the wire', () => {
    test(
      'shows a polled call: stream, gap with its delay and reason, resumed stream',
      visiting(stage, async ({ connect, call, locate, read, seeOnWire, complaints }) => {
        await connect({ preset: 'Polling' })
        await call('echo', { text: 'polled' })
        expect(await read('.outcome.good pre')).toBe('polled')
        await seeOnWire(/reopen stream in 300 ms: ended/)
        await seeOnWire(/tools\/call, resumed/)
        expect(await locate('.wire-row.note path.gap').count()).toBeGreaterThan(0)
        expect(complaints).toEqual([])
      }),
    )

    test(
      'tells of each request its headers and bodies, redacted, and as curl',
      visiting(stage, async ({ page, connect, call, press, locate, read }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: 'on the wire' })
        await locate('.outcome.good').waitFor()
        await locate('.wire-row:has-text("tools/call")').click()
        const detail = await read('.detail')
        expect(detail).toMatch(
          /mcp-session-id\s+\[redacted\][\s\S]*"text": "on the wire"[\s\S]*Response body[\s\S]*on the wire/,
        )
        await press('Copy as curl')
        const curl = await page.evaluate(() => navigator.clipboard.readText())
        expect(curl).toMatch(
          /^curl -N -X POST 'http:[\s\S]*-H "mcp-session-id: \$MCP_SESSION_ID"[\s\S]*--data-raw '\{.*on the wire/,
        )
      }),
    )

    test(
      'can be filtered, paused, listed, and exported without secrets',
      visiting(stage, async ({ page, connect, call, press, locate, read }) => {
        const server = stage().realm()
        await page.getByLabel('Authorization').selectOption('headers')
        await page.getByLabel(/^Headers/).fill('x-api-key: canary-key\nauthorization: Bearer canary-token')
        await connect({ url: server.url })
        await page.getByLabel('Filter the wire').fill('prompts')
        await locate('.wire-row').first().waitFor()
        expect(await locate('.wire-row').allInnerTexts()).toEqual([expect.stringMatching('prompts/list')])
        await page.getByLabel('Filter the wire').fill('')
        const before = await locate('.wire-row').count()
        await press('Pause')
        await call('echo', { text: 'unseen' })
        await locate('.outcome.good').waitFor()
        expect(await locate('.wire-row').count()).toBe(before)
        await press('Go on')
        await locate('.wire-row').nth(before).waitFor()
        await press('Events')
        expect(await read('.virtual')).toMatch(/→ POST tools\/call/)
        await locate('.menu summary').click()
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Save as JSON')])
        const text = await readFile(await saved.path(), 'utf8')
        expect(JSON.parse(text)).toMatchObject({ format: 'mcp-over-fetch wire', version: 1 })
        expect(text).not.toMatch(/canary|unseen/)
      }),
    )

    test(
      'shows how the client gets over everything the mock can do to it',
      visiting(stage, async ({ connect, locate, seeOnWire, complaints }) => {
        await connect({ preset: '2025-11-25' })
        await locate('.others button:has-text("Break it")').click()
        const breaks: [string, RegExp][] = [
          ['Cut the streams', /reopen stream/],
          ['Expire the session', /new session/],
          ['503, come back later', /send again in/],
          ['Hold streams open', /drained: time/],
          ['Break off in mid-word', /reopen stream in 500 ms/],
        ]
        for (const [name, row] of breaks) {
          await locate(`.breaks button:has-text("${name}")`).click()
          await seeOnWire(row)
          await locate('.call .outcome.good').waitFor()
        }
        expect(complaints).toEqual([])
      }),
    )
  })
}
