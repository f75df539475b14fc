/** The examination of a server from the page: findings with their proof, and what is shared of it. */
import { describe, expect, test } from 'vitest'
import { checks } from '../../../../bin/examination/examine.ts'
import type { Report } from '../../../../bin/examination/report.ts'
import { type Fixture, withPage } from '../fixture.ts'
import { findViolations } from './accessibility.ts'

export function testExamine(fixture: () => Fixture): void {
  describe('an examination', () => {
    test(
      'shows problems first, with the requests that prove them, and is shared as a link, as JSON and as a badge',
      withPage(fixture, async (playgroundPage) => {
        const { page, connect, press, locator, read, problems } = playgroundPage
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const server = fixture().realm()
        // Without a stream there is none to watch for 20 seconds; and one fault is planted.
        await server.configure({ versions: ['2025-11-25'], get: { status: 405 }, delete: { status: 500 } })
        await connect({ url: server.url })
        await press('Examine')
        await press('Examine now')
        await locator('.share').waitFor({ timeout: 30_000 })
        expect(await read('.summary')).toMatch(/ 1 problem[,.]/)
        expect(await locator('.finding').count()).toBe(checks.length)
        const first = locator('.finding').first()
        expect(await first.locator('summary').innerText()).toMatch(/problem\s+A client can end its session/)
        await first.locator('summary').click()
        expect(await first.innerText()).toMatch(
          /DELETE: HTTP 500[\s\S]*Answer DELETE with 200[\s\S]*2025-11-25: Transports, Session/,
        )
        await first.getByRole('button', { name: /DELETE, in the wire/ }).click()
        const row = locator('.wire-row[aria-pressed="true"]')
        await row.waitFor()
        expect(await row.innerText()).toMatch(/DELETE[\s\S]*500/)
        expect(await findViolations(playgroundPage)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 360, height: 780 })
        await locator('.pane-tabs button:has-text("Main")').click()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
        expect(await findViolations(playgroundPage)).toEqual([])

        const copied = async (button: string, beginning: string) => {
          await press(button)
          await page.waitForFunction(async (text) => (await navigator.clipboard.readText()).startsWith(text), beginning)
          return page.evaluate(() => navigator.clipboard.readText())
        }
        const report = JSON.parse(await copied('Copy JSON', '{')) as Report
        expect(report).toMatchObject({
          format: 'mcp-over-fetch examination',
          server: server.url,
          counts: { problem: 1 },
        })
        expect(report.findings[0]).toMatchObject({ id: 'session-end', verdict: 'problem' })
        const badge = await copied('Copy badge', '<svg')
        expect(badge).toMatch(/^<svg [\s\S]*MCP in browsers: 1 problem[\s\S]*<\/svg>$/)
        const link = await copied('Copy link', 'http')
        expect(link.length).toBeLessThan(300)
        expect(problems).toEqual([])

        const shared = await fixture().openPage(new URL(link).hash)
        expect(await shared.read('.shared-examination')).toMatch(/1 problem[\s\S]*connect and examine it yourself/)
        await shared.locator('.shared-examination summary').click()
        expect(await shared.locator('.shared-verdicts li').first().innerText()).toMatch(/problem\s+A client can end/)
        expect(await shared.locator('.shared-verdicts li').count()).toBe(checks.length)
        expect(shared.requestedOrigins()).not.toContain(new URL(server.url).origin)
        expect(await findViolations(shared)).toEqual([])
        await shared.close()
      }),
    )

    test(
      'can be stopped, and then has what was found so far',
      withPage(fixture, async ({ connect, press, locator, read }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await press('Examine')
        await press('Examine now')
        await locator('.finding').nth(20).waitFor()
        await press('Stop')
        await locator('.share').waitFor()
        expect(await read('.summary')).toMatch(/stopped after \d+ of/)
        const sessions = (await server.journal()).filter(({ rpcMethod }) => rpcMethod === 'initialize').length
        // All but that of the page, and that of a handshake whose answer was given up with its session id.
        await server.until(
          (journal) => journal.filter(({ httpMethod }) => httpMethod === 'DELETE').length >= sessions - 2,
        )
      }),
    )
  })
}
