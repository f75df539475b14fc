/** Point 1: from an address, a preset or a link to a connection. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

const presets = {
  '2026-07-28': /2026-07-28[\s\S]*stateless/,
  '2025-11-25': /2025-11-25[\s\S]*session/,
  'HTTP+SSE': /2024-11-05[\s\S]*HTTP\+SSE/,
  Polling: /2025-11-25/,
  Flaky: /2025-11-25/,
  'Session expires': /2025-11-25/,
}

export function connecting(stage: () => Stage): void {
  describe('connecting', () => {
    test('a link fills the form and asks nobody', async () => {
      const { url } = stage().realm()
      const link = `?server=${encodeURIComponent(url)}&transport=sse&version=2025-06-18`
      const visitor = await stage().visit(link)
      const { page, locate, asked, complaints } = visitor
      await locate('.preset').first().waitFor()
      expect(await page.getByLabel('Server address').inputValue()).toBe(url)
      expect(await page.getByLabel('Transport').inputValue()).toBe('sse')
      expect(await page.getByLabel('Revision').inputValue()).toBe('2025-06-18')
      expect(asked()).toEqual([new URL(stage().playground.url).origin])
      expect(complaints).toEqual([])
      await visitor.leave()
    })

    test('a link that is no web address fills nothing', async () => {
      const visitor = await stage().visit('?server=javascript:alert(1)')
      const { page } = visitor
      expect(await page.getByLabel('Server address').inputValue()).toBe('')
      await visitor.leave()
    })

    test(
      'every preset connects with one click',
      visiting(stage, async (visitor) => {
        for (const [preset, card] of Object.entries(presets)) {
          await visitor.connect({ preset })
          expect(await visitor.read('.server-card')).toMatch(card)
          await visitor.disconnect()
        }
        expect(visitor.complaints).toEqual([])
      }),
    )

    test(
      'a token reaches the server, and neither the storage nor the wire that is shown',
      visiting(stage, async ({ page, connect, locate }) => {
        const server = stage().realm()
        await page.getByLabel('Authorization').selectOption('bearer')
        await locate('input[type=password]').fill('canary-token')
        await connect({ url: server.url })
        expect((await server.journal()).at(-1)?.headers.authorization).toBe('Bearer canary-token')
        await locate('.wire-row').first().click()
        expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(
          'canary',
        )
        expect(await page.evaluate(() => document.body.textContent)).not.toMatch('canary')
      }),
    )

    test(
      'what was used before is offered again, and connects only by a further click',
      visiting(stage, async ({ page, connect, disconnect, locate }) => {
        const { url } = stage().realm()
        await connect({ url })
        await disconnect()
        await page.reload()
        await locate('.recent .address').click()
        expect(await page.getByLabel('Server address').inputValue()).toBe(url)
        expect(await locate('.welcome').count()).toBe(1)
      }),
    )

    test(
      'an address without a server is explained',
      visiting(stage, async ({ page, press, read }) => {
        await page.getByLabel('Server address').fill('http://127.0.0.1:9/mcp')
        await press('Connect')
        expect(await read('.outcome.bad')).toMatch(
          /Could not connect[\s\S]*delivery|Could not connect[\s\S]*not-executed|unknown/,
        )
      }),
    )
  })
}
