/** Connecting by address, by preset and by link. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { startHttpServer } from '../http-server.ts'
import { allowPages } from '../plain-server.ts'

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
      expect(await page.getByLabel('Server URL').inputValue()).toBe(url)
      expect(await page.getByLabel('Transport').inputValue()).toBe('sse')
      expect(await page.getByLabel('Protocol version').inputValue()).toBe('2025-06-18')
      expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
      expect(problems).toEqual([])
      await playgroundPage.close()
    })

    test('a link whose address is not an HTTP URL is ignored', async () => {
      const playgroundPage = await fixture().openPage('?server=javascript:alert(1)')
      const { page } = playgroundPage
      expect(await page.getByLabel('Server URL').inputValue()).toBe('')
      await playgroundPage.close()
    })

    test(
      'every demo server connects with one click',
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
      'a bearer token and custom headers reach the server together, but neither web storage nor the wire pane',
      withPage(fixture, async ({ page, connect, locator }) => {
        const server = fixture().realm()
        await page.getByLabel('Authorization').selectOption('bearer')
        await locator('input[type=password]').fill('canary-token')
        await page.getByText('Custom headers').click()
        const headers = page.getByLabel(/^Headers/)
        await headers.fill('x-api-key: canary-key\nauthorization: twice')
        expect(await locator('.own-headers .problem').innerText()).toMatch(/Line 2 is already set by the token/)
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
      'the start page has one demo, one URL field, recent servers and a trace, and no wire before the first request',
      withPage(fixture, async ({ page, read, locator, problems }) => {
        await locator('.preset').first().waitFor()
        expect(await page.title()).toBe('mcp-over-fetch inspector')
        expect(await page.locator('.preset:visible').allInnerTexts()).toEqual(['Try a demo server'])
        expect(await read('.recent')).toMatch(/Recent servers\s+None yet/)
        expect(await locator('.wire, .legend').count()).toBe(0)
        await locator('.preset.demo').click()
        expect(await read('.server-card')).toMatch(/2026-07-28/)
        await locator('.wire').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'the recorded trace is played into the wire, and sends nothing',
      withPage(fixture, async ({ page, press, locator, waitForWireRow, requestedOrigins, problems }) => {
        await press('Open the trace')
        for (const row of [/503/, /404/, /new session/, /end session/]) await waitForWireRow(row)
        expect(await locator('.imported-line').count()).toBe(1)
        const lanes = await locator('.wire-row.lane').count()
        const har = { log: { version: '1.2', entries: [] } }
        await page.getByLabel('Open a recording (HAR)').setInputFiles({
          name: 'x.har',
          mimeType: 'application/json',
          buffer: Buffer.from(JSON.stringify(har)),
        })
        await locator('.imported-line:has-text("x.har")').or(locator('.trace-card .problem')).first().waitFor()
        expect(lanes).toBeGreaterThan(8)
        expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
        expect(problems).toEqual([])
      }),
    )

    test.each([
      ['Bearer', 'requires a token', 'Enter a token'],
      ['Bearer resource_metadata="https://login.example/m"', 'requires sign-in', 'Sign in (pop-up)'],
    ])('a 401 with the challenge %s %s first', async (challenge, headline, button) => {
      const server = await startHttpServer((request, response) => {
        allowPages(response)
        response.setHeader('access-control-expose-headers', 'www-authenticate')
        if (request.method === 'OPTIONS') response.writeHead(204).end()
        else response.writeHead(401, { 'www-authenticate': challenge }).end()
      })
      const { page, press, locator, close } = await fixture().openPage()
      try {
        await page.getByLabel('Server URL').fill(`${server.origin}/mcp`)
        await press('Connect')
        await locator(`.connect-failure h3:has-text("${headline}")`).waitFor()
        expect(await locator('.connect-failure button.primary:visible').first().innerText()).toBe(button)
        if (button !== 'Enter a token') return
        await press(button)
        await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('password')
      } finally {
        await close()
        server.close()
      }
    })

    test(
      'a recent server fills in the form and does not connect',
      withPage(fixture, async ({ page, connect, disconnect, locator }) => {
        const { url } = fixture().realm()
        await connect({ url })
        await disconnect()
        await page.reload()
        await locator('.recent .address').click()
        expect(await page.getByLabel('Server URL').inputValue()).toBe(url)
        expect(await locator('.welcome').count()).toBe(1)
      }),
    )

    test(
      'an address where no server listens says what to do, and nothing about calls',
      withPage(fixture, async ({ page, press, read, locator }) => {
        await page.getByLabel('Server URL').fill('http://127.0.0.1:9/mcp')
        await press('Connect')
        const shown = await read('.outcome.bad')
        expect(shown).toMatch(/Nothing responds at 127\.0\.0\.1:9[\s\S]*Check that the server is running/)
        expect(shown).not.toMatch(/CORS|safe to call|may or may not|read-only|ConnectError/)
        await locator('.failure-details summary').click()
        expect(await read('.outcome.bad')).toMatch(/ConnectError/)
      }),
    )
  })
}
