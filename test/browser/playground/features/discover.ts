/** The servers of a domain: its catalog, the cards it names, and connecting by a card. Nothing is asked without a click. */
import { describe, expect, test } from 'vitest'
import type { Fixture } from '../fixture.ts'
import { startHttpServer } from '../http-server.ts'
import type { PageOptions, PlaygroundPage } from '../page-object.ts'
import { findViolations } from './accessibility.ts'

const CARD = 'application/mcp-server-card+json'
const CATALOG = 'application/ai-catalog+json'
const $schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='

interface Domain {
  origin: string
  /** The paths of all requests, with the credentials they came with. */
  requests: { path: string; credentials: string[] }[]
  close(): void
}

/** Publishes documents by their paths. */
async function startDomain(documents: (origin: string) => Record<string, unknown>): Promise<Domain> {
  const requests: Domain['requests'] = []
  const { origin, close } = await startHttpServer((request, response) => {
    const credentials = ['authorization', 'cookie', 'x-own'].filter((name) => name in request.headers)
    requests.push({ path: request.url!, credentials })
    const document = documents(origin)[request.url!]
    response.setHeader('access-control-allow-origin', '*')
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(document ?? {}))
  })
  return { origin, requests, close }
}

const catalogOf = (...entries: unknown[]) => ({ '/.well-known/ai-catalog.json': { specVersion: '1.0', entries } })

const card = (more: object) => ({ $schema, name: 'com.example/docs', version: '1.2.3', description: 'Docs', ...more })

export function testDiscover(fixture: () => Fixture): void {
  const visit = async (
    options: PageOptions,
    act: (page: PlaygroundPage, lookUp: (domain: Domain) => Promise<void>) => Promise<void>,
  ) => {
    const playgroundPage = await fixture().openPage('', options)
    const { page, press, locator } = playgroundPage
    const lookUp = async ({ origin }: Domain) => {
      const { host } = new URL(origin)
      await page.getByLabel('Server URL').fill(host)
      await press(`Look up the servers of ${host}`)
      await locator('.discovery [aria-busy=false]').waitFor()
    }
    try {
      await act(playgroundPage, lookUp)
    } finally {
      await playgroundPage.close()
    }
  }

  describe('the servers of a domain', () => {
    test('are offered only for an address without a path', () =>
      visit({}, async ({ page, locator, requestedOrigins }) => {
        const offer = locator('.lookup-offer')
        for (const text of ['example.com', 'localhost:3000', 'https://example.com/']) {
          await page.getByLabel('Server URL').fill(text)
          await offer.waitFor()
        }
        for (const text of ['https://example.com/mcp', 'example.com?key=1', 'user@example.com', 'exam', '']) {
          await page.getByLabel('Server URL').fill(text)
          await offer.waitFor({ state: 'detached' })
        }
        expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
      }))

    test.each(['light', 'dark'] as const)(
      'are listed with their hosts, and connected to by their cards after a click, in the %s theme',
      (colorScheme) =>
        visit({ colorScheme }, async (playgroundPage, lookUp) => {
          const { page, press, read, locator, requestedOrigins, problems } = playgroundPage
          const server = fixture().realm()
          const { host } = new URL(server.url)
          const elsewhere = await startDomain(() => ({
            '/card': card({
              title: 'Documentation',
              remotes: [
                {
                  type: 'streamable-http',
                  url: server.url.replace(/\/mcp$/, '/{endpoint}'),
                  variables: { endpoint: { description: 'Where it is', choices: ['mcp', 'other'] } },
                  headers: [
                    { name: 'X-Key', isRequired: true, isSecret: true, description: 'Your key' },
                    { name: 'X-Tenant', value: 'tenant {tenant}', variables: { tenant: { default: 'one' } } },
                    { name: 'X-Fixed', value: 'fixed' },
                  ],
                },
              ],
            }),
          }))
          const domain = await startDomain(() =>
            catalogOf(
              {
                identifier: 'urn:air:docs',
                type: CARD,
                displayName: 'Docs',
                description: 'Reads',
                url: `${elsewhere.origin}/card`,
              },
              { identifier: 'urn:air:more', type: CATALOG, url: `${elsewhere.origin}/more` },
              { identifier: 'urn:air:plain', type: CARD, url: 'http://plain.example.com/card' },
            ),
          )
          try {
            await page.getByLabel('Authorization').selectOption('bearer')
            await locator('input[type=password]').fill('canary-token')
            await lookUp(domain)
            const hostOfCard = new URL(elsewhere.origin).host
            expect(await read('.found-server')).toMatch(`Docs`)
            expect(await read('.found-server .found-host')).toMatch(hostOfCard)
            expect(await read('.found-server')).toMatch(/another host[\s\S]*Reads/)
            const refused = await read('.refused-entries')
            expect(refused).toMatch(/urn:air:more[\s\S]*another origin/)
            expect(refused).toMatch(/urn:air:plain[\s\S]*Plain http: is refused/)
            expect(refused).not.toMatch('allowUrl')
            expect(domain.requests).toEqual([{ path: '/.well-known/ai-catalog.json', credentials: [] }])
            expect(elsewhere.requests).toEqual([])
            expect(await findViolations(playgroundPage)).toEqual([])

            await press('Read the card of Docs')
            await locator('.found-remote').waitFor()
            expect(elsewhere.requests).toEqual([{ path: '/card', credentials: [] }])
            expect(requestedOrigins()).not.toContain(new URL(server.url).origin)
            expect(await read('.found-remote')).toMatch(host)
            await press(`Connect to ${host}`)
            expect(await read('.found-remote [role=alert]')).toMatch(/X-Key/)
            expect(await page.getByLabel(/^X-Key/).getAttribute('type')).toBe('password')
            expect(await findViolations(playgroundPage)).toEqual([])
            await page.getByLabel(/^endpoint/).selectOption('mcp')
            await page.getByLabel(/^X-Key/).fill('canary-key')
            await page.getByLabel(/^tenant/).fill('two')
            await press(`Connect to ${host}`)
            await locator('.items li button').first().waitFor({ state: 'attached' })
            const { headers } = (await server.journal()).at(-1)!
            expect(headers).toMatchObject({ 'x-key': 'canary-key', 'x-tenant': 'tenant two', 'x-fixed': 'fixed' })
            expect(headers.authorization).toBeUndefined()
            const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, location.href]))
            expect(stored).not.toMatch('canary')
            expect(problems).toEqual([])
          } finally {
            domain.close()
            elsewhere.close()
          }
        }),
    )

    test('say only text, whatever a card holds, and a catalog elsewhere is read after a click', () =>
      visit({}, async (playgroundPage, lookUp) => {
        const { page, press, read, locator, requestedOrigins, problems } = playgroundPage
        const html = '<img src="https://evil.example/x" onerror="alert(1)"><script>alert(1)</script>'
        const hostile = card({
          title: html,
          description: `${html}\u202e`,
          websiteUrl: 'javascript:alert(1)',
          icons: [
            { src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' },
            { src: 'https://evil.example/icon.png' },
            { src: PIXEL },
          ],
          remotes: [
            { type: 'streamable-http', url: 'http://plain.example.com/mcp' },
            {
              type: 'streamable-http',
              url: 'https://{host}/mcp',
              variables: { host: { description: 5, placeholder: {} } },
            },
            {
              type: 'streamable-http',
              url: 'https://evil.example/mcp',
              headers: [{ name: 'X-A', value: 'a\nX-B: b' }],
            },
          ],
        })
        const second = await startDomain(() => ({
          '/more.json': {
            specVersion: '1.0',
            entries: [{ identifier: 'x', type: CARD, data: hostile, displayName: html }],
          },
        }))
        const first = await startDomain(() =>
          catalogOf({ identifier: 'urn:air:more', type: CATALOG, url: `${second.origin}/more.json` }),
        )
        try {
          await lookUp(first)
          expect(await read('.discovery')).toMatch(/lists no MCP server/)
          expect(second.requests).toEqual([])
          await press(`Look up ${new URL(second.origin).host}`)
          await locator('.found-server').waitFor()
          expect(await read('.found-server')).toContain(html)
          await locator('.found-server button').click()
          await locator('.found-remote').nth(2).waitFor()
          expect(await read('.found-card')).toContain(`${html}U+202E`)
          expect(await locator('.discovery script').count()).toBe(0)
          expect(await locator('.discovery a').count()).toBe(0)
          expect(
            await locator('.discovery img').evaluateAll((all) => all.map((one) => one.getAttribute('src'))),
          ).toEqual([PIXEL])
          await locator('.found-remote').nth(0).getByRole('button').click()
          await expect.poll(() => locator('.found-remote').nth(0).innerText()).toMatch(/Plain http: is refused/)
          await locator('.found-remote').nth(1).getByRole('button').click()
          await expect.poll(() => locator('.found-remote').nth(1).innerText()).toMatch(/needs host/)
          await locator('.found-remote').nth(2).getByRole('button').click()
          await expect.poll(() => locator('.found-remote').nth(2).innerText()).toMatch(/X-A .*not valid/)
          expect(await page.getByLabel('Server URL').inputValue()).toBe(new URL(first.origin).host)
          const allowed = [fixture().playground.url, first.origin, second.origin].map((url) => new URL(url).origin)
          expect(requestedOrigins().filter((origin) => !allowed.includes(origin))).toEqual([])
          expect(problems).toEqual([])
          await press('Close the list of servers')
          await locator('.discovery').waitFor({ state: 'detached' })
        } finally {
          first.close()
          second.close()
        }
      }))

    test('are none where there is no catalog, and the page says what to do', () =>
      visit({}, async (playgroundPage, lookUp) => {
        const domain = await startDomain(() => ({}))
        try {
          await lookUp(domain)
          const said = await playgroundPage.read('.discovery')
          expect(said).toMatch(/answers with status 404[\s\S]*publishes no catalog[\s\S]*full URL/)
          expect(playgroundPage.problems).toEqual([])
        } finally {
          domain.close()
        }
      }))
  })
}
