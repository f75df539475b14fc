/** Addresses for places: links, Back and Forward, reload, and what is remembered. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

const linkTo = (url: string, more: Record<string, string>) => `#${new URLSearchParams({ server: url, ...more })}`

export function testPlaces(fixture: () => Fixture): void {
  describe('places', () => {
    test('a link with a tool and arguments sends nothing; after a click it shows the filled form, not sent', async () => {
      const server = fixture().realm()
      const link = linkTo(server.url, { tool: 'echo', args: JSON.stringify({ text: 'from a colleague' }) })
      const playgroundPage = await fixture().openPage(link)
      const { page, press, read, locator, requestedOrigins, problems } = playgroundPage
      await locator('.preset').first().waitFor()
      expect(await read('.link-notice')).toMatch(/nothing was sent[\s\S]*echo[\s\S]*arguments filled in/)
      expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
      await press('Connect')
      const field = page.getByLabel(/^text /)
      expect(await field.inputValue()).toBe('from a colleague')
      expect(JSON.stringify(await server.journal())).not.toMatch('tools/call')
      expect(problems).toEqual([])
      await playgroundPage.close()
    })

    test(
      'Back and Forward move inside the page and keep the connection',
      withPage(fixture, async ({ page, connect, open, read, locator, problems }) => {
        const server = fixture().realm()
        await connect({ url: server.url })
        await open('Tools', 'echo')
        expect(await page.title()).toMatch(/^echo · 127\.0\.0\.1:\d+ · /)
        await page.getByLabel(/^text /).fill('typed before')
        await page.waitForURL(/args=/)
        await open('Tools', 'add')
        await page.goBack()
        expect(await read('.main-pane h2')).toBe('echo')
        expect(await page.getByLabel(/^text /).inputValue()).toBe('typed before')
        await page.goBack()
        await page.goBack()
        expect(await read('.welcome')).toMatch(/Still connected to/)
        await page.goForward()
        await page.goForward()
        expect(await read('.main-pane h2')).toBe('echo')
        expect(await read('.pill')).toMatch(/Connected/)
        const handshakes = (await server.journal()).filter(({ rpcMethod }) =>
          /discover|initialize$/.test(rpcMethod ?? ''),
        )
        expect(handshakes).toHaveLength(1)
        expect(await locator('.welcome').count()).toBe(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a reload returns to the same tool and arguments, connected',
      withPage(fixture, async ({ page, connect, open, press, read, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await open('Tools', 'echo')
        await page.getByLabel(/^text /).fill('survives F5')
        await page.waitForURL(/args=/)
        await page.reload()
        expect(await page.getByLabel(/^text /).inputValue()).toBe('survives F5')
        await press('Call')
        expect(await read('.outcome.good pre')).toBe('survives F5')
        await locator('.other-views button:has-text("Faults")').waitFor()
        await press('Disconnect')
        await locator('.welcome').waitFor()
        await page.reload()
        await locator('.preset').first().waitFor()
        expect(await locator('.welcome').count()).toBe(1)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a link in a tab that was connected to its server waits for a click all the same',
      withPage(fixture, async ({ page, connect, locator }) => {
        const server = fixture().realm()
        await connect({ url: server.url })
        await page.goto('about:blank')
        await page.goto(new URL(linkTo(server.url, { tool: 'echo' }), fixture().playground.url).href)
        await locator('.link-notice').waitFor()
        expect(await locator('.server-card').count()).toBe(0)
      }),
    )

    test(
      'servers are remembered with transport and kind of authorization, without secrets and without mock realms',
      withPage(fixture, async ({ page, connect, disconnect, press, read, locator, problems }) => {
        const server = fixture().realm()
        await connect({ preset: '2026-07-28' })
        await disconnect()
        await page.getByLabel('Authorization').selectOption('bearer')
        await page.getByLabel('Transport').selectOption('streamable-http')
        await locator('input[type=password]').fill('canary-token')
        await page.getByText('Custom headers').click()
        await page.getByLabel(/^Headers/).fill('X-Tenant: canary-tenant')
        await connect({ url: server.url })
        await disconnect()
        await page.getByRole('button', { name: /^Rename/ }).click()
        await page.getByLabel(/^Name of/).fill('My server')
        await page.keyboard.press('Enter')
        await page.goto('about:blank')
        await page.goto(fixture().playground.url)
        expect(await locator('.saved-server').count()).toBe(1)
        expect(await read('.saved-server')).toMatch(/My server\s*token\s*headers/)
        await page.getByRole('button', { name: /^My server/ }).click()
        expect(await page.getByLabel('Server URL').inputValue()).toBe(server.url)
        expect(await page.getByLabel('Transport').inputValue()).toBe('streamable-http')
        expect(await page.getByLabel('Authorization').inputValue()).toBe('bearer')
        expect(await page.getByLabel(/^Headers/).inputValue()).toBe('X-Tenant: ')
        expect(await read('.own-headers .problem')).toMatch(/no value[\s\S]*not stored/)
        expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch('canary')
        const imported = fixture().realm()
        const headers = { Authorization: 'Bearer canary-imported', 'X-Team': 'canary-team' }
        const mcpJson = { mcpServers: { docs: { url: imported.url, headers }, local: { command: 'npx' } } }
        await page.getByLabel('Import mcp.json').setInputFiles({
          name: 'mcp.json',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(mcpJson)),
        })
        await expect.poll(() => read('.recent [role=status]')).toMatch(/1 server imported[\s\S]*cannot start programs/)
        const [download] = await Promise.all([page.waitForEvent('download'), press('Export mcp.json')])
        expect(download.suggestedFilename()).toBe('mcp.json')
        const exported = await readFile(await download.path(), 'utf8')
        expect(exported).toMatch(/"X-Team": "your-value"/)
        expect(exported).not.toMatch('canary')
        await page.getByRole('button', { name: /^docs/ }).click()
        await press('Connect')
        await locator('.server-card').waitFor()
        const { headers: sent } = (await imported.journal()).at(-1)!
        expect([sent.authorization, sent['x-team']]).toEqual(['Bearer canary-imported', 'canary-team'])
        expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
          'canary',
        )
        await disconnect()
        await page.getByLabel('Remember servers').uncheck()
        expect(await locator('.saved-server').count()).toBe(0)
        expect(problems).toEqual([])
      }),
    )
  })
}
