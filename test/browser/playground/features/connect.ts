/** Connecting by address, by preset and by link. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

const presets = {
  '2026-07-28': /2026-07-28[\s\S]*stateless/,
  '2025-11-25': /2025-11-25[\s\S]*session/,
  'HTTP+SSE': /2024-11-05[\s\S]*HTTP\+SSE/,
  Polling: /2025-11-25/,
  Flaky: /2025-11-25/,
  'Session expires': /2025-11-25/,
}

export function testConnecting(fixture: () => Fixture): void {
  describe('connecting', () => {
    test('a link fills in the form and causes no request to its server', async () => {
      const { url } = fixture().realm()
      const link = `?server=${encodeURIComponent(url)}&transport=sse&version=2025-06-18`
      const playgroundPage = await fixture().openPage(link)
      const { page, locator, requestedOrigins, problems } = playgroundPage
      await locator('.preset').first().waitFor()
      expect(await page.getByLabel('Server address').inputValue()).toBe(url)
      expect(await page.getByLabel('Transport').inputValue()).toBe('sse')
      expect(await page.getByLabel('Revision').inputValue()).toBe('2025-06-18')
      expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
      expect(problems).toEqual([])
      await playgroundPage.close()
    })

    test('a link whose address is not an HTTP URL is ignored', async () => {
      const playgroundPage = await fixture().openPage('?server=javascript:alert(1)')
      const { page } = playgroundPage
      expect(await page.getByLabel('Server address').inputValue()).toBe('')
      await playgroundPage.close()
    })

    test(
      'every preset connects with one click',
      withPage(fixture, async (playgroundPage) => {
        for (const [preset, card] of Object.entries(presets)) {
          await playgroundPage.connect({ preset })
          expect(await playgroundPage.read('.server-card')).toMatch(card)
          await playgroundPage.disconnect()
        }
        expect(playgroundPage.problems).toEqual([])
      }),
    )

    test(
      'a bearer token and own headers reach the server together, but neither web storage nor the wire pane',
      withPage(fixture, async ({ page, connect, locator }) => {
        const server = fixture().realm()
        await page.getByLabel('Authorization').selectOption('bearer')
        await locator('input[type=password]').fill('canary-token')
        await page.getByText('Own headers').click()
        const headers = page.getByLabel(/^Headers/)
        await headers.fill('x-api-key: canary-key\nauthorization: twice')
        expect(await locator('.own-headers .problem').innerText()).toMatch(/Line 2 is the header of the token already/)
        await headers.fill('x-api-key: canary-key')
        await connect({ url: server.url })
        const { headers: sent } = (await server.journal()).at(-1)!
        expect([sent.authorization, sent['x-api-key']]).toEqual(['Bearer canary-token', 'canary-key'])
        await locator('.wire-row').first().click()
        expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
          'canary',
        )
        expect(await page.evaluate(() => document.body.textContent)).not.toMatch('canary')
      }),
    )

    test(
      'a recent server fills in the form and does not connect',
      withPage(fixture, async ({ page, connect, disconnect, locator }) => {
        const { url } = fixture().realm()
        await connect({ url })
        await disconnect()
        await page.reload()
        await locator('.recent .address').click()
        expect(await page.getByLabel('Server address').inputValue()).toBe(url)
        expect(await locator('.welcome').count()).toBe(1)
      }),
    )

    test(
      'an address where no server listens says what to do, and nothing about calls',
      withPage(fixture, async ({ page, press, read }) => {
        await page.getByLabel('Server address').fill('http://127.0.0.1:9/mcp')
        await press('Connect')
        const shown = await read('.outcome.bad')
        expect(shown).toMatch(/Could not connect[\s\S]*Check that the server runs at 127\.0\.0\.1:9/)
        expect(shown).not.toMatch(/safe to call|may or may not|read-only/)
      }),
    )
  })
}
