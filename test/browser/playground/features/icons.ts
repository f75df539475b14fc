/** Icons of servers, tools, resources and prompts: those in data: URLs at once, others only after a click. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { openPlayground } from '../page-object.ts'

const REMOTE = 'https://icons.example.com'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const inPlace = `data:image/png;base64,${png.toString('base64')}`
const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned=1</script></svg>')

const tool = (name: string, ...icons: unknown[]) => ({ name, inputSchema: { type: 'object' }, icons })

export function testIcons(fixture: () => Fixture): void {
  describe('icons', () => {
    test('that are part of a list show at once; those elsewhere are requested only after a click', async () => {
      // A page of its own: one whose requests are intercepted sends no preflights any more.
      const playgroundPage = await openPlayground(fixture().browser, fixture().playground.url)
      const { page, connect, press, locator, requestedOrigins, problems, close } = playgroundPage
      try {
        const server = fixture().realm()
        const tools = [
          tool('in place', { src: inPlace }),
          tool('remote', { src: `${REMOTE}/a.png` }),
          tool('missing', { src: `${REMOTE}/missing.png` }),
          tool('no image', { src: `${REMOTE}/page.html` }),
          tool('broken', { src: 'data:image/png;base64,AAAA' }),
          tool('svg', { src: `data:image/svg+xml;base64,${script.toString('base64')}` }),
          tool(
            'markup',
            { src: 'data:text/html,<script>window.pwned=1</script>' },
            { src: 'javascript:window.pwned=1' },
          ),
          tool('strange', 7, null, { src: 7 }),
        ]
        await server.configure({ versions: ['2025-11-25'] })
        await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
        await page.route(`${REMOTE}/**`, (route) => {
          const headers = { 'access-control-allow-origin': '*' }
          const { pathname } = new URL(route.request().url())
          if (pathname === '/a.png') return route.fulfill({ body: png, contentType: 'image/png', headers })
          if (pathname === '/page.html') return route.fulfill({ body: '<p>', contentType: 'text/html', headers })
          return route.fulfill({ status: 404, headers })
        })
        const withIcon = async () => {
          const shown = locator('.items button:has(img) code')
          return (await shown.allInnerTexts()).sort()
        }
        await connect({ url: server.url })
        await expect.poll(withIcon).toEqual(['in place', 'svg'])
        expect(requestedOrigins()).not.toContain(REMOTE)
        await press('Load')
        await expect.poll(withIcon).toEqual(['in place', 'remote', 'svg'])
        await locator('.icon-offer').waitFor({ state: 'detached' })
        const attributes = await locator('.items img')
          .first()
          .evaluate((image: HTMLImageElement) => [image.src.slice(0, 5), image.referrerPolicy, image.alt])
        expect(attributes).toEqual(['data:', 'no-referrer', ''])
        expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
        expect(problems).toEqual([])
      } finally {
        await close()
      }
    })

    test(
      'elsewhere are not asked about again after a no',
      withPage(fixture, async ({ connect, press, locator, requestedOrigins, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        const tools = [tool('remote', { src: `${REMOTE}/a.png` })]
        await server.script({ on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools } }] })
        await connect({ url: server.url })
        await press('Do not load these icons')
        await locator('.icon-offer').waitFor({ state: 'detached' })
        await press('Reload the lists')
        await server.until((entries) => entries.filter(({ rpcMethod }) => rpcMethod === 'tools/list').length > 1)
        expect(await locator('.icon-offer').count()).toBe(0)
        expect(requestedOrigins()).not.toContain(REMOTE)
        expect(problems).toEqual([])
      }),
    )
  })
}
