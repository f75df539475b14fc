/** Addresses and answers that are wrong: each gets a sentence that says what to do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { type HttpServer, startHttpServer } from '../http-server.ts'
import { allowPages, type PlainServer, startPlainServer } from '../plain-server.ts'

export function testBadInput(fixture: () => Fixture): void {
  describe('bad input', () => {
    let server: PlainServer
    let wrong: HttpServer
    beforeAll(async () => {
      server = await startPlainServer({ tools: ['one'] })
      wrong = await startHttpServer((request, response) => {
        allowPages(response)
        const path = request.url ?? '/'
        if (request.method === 'OPTIONS') response.writeHead(204).end()
        else if (path === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi')
        else if (path !== '/hang') response.writeHead(Number(path.slice(1)) || 404).end()
      })
    })
    afterAll(() => {
      server?.stop()
      wrong?.close()
    })

    test(
      'an address without http:// connects',
      withPage(fixture, async ({ page, press, locator, problems }) => {
        await page.getByLabel('Server URL').fill(` ${new URL(server.url).host}/mcp `)
        await press('Connect')
        await locator('.server-card').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'what is not an address, 404, 500, 403 and a web page each say what to do',
      withPage(fixture, async ({ page, press, read, locator, problems }) => {
        const address = page.getByLabel('Server URL')
        await address.fill('npx some-server')
        await press('Connect')
        expect(await read('#address-problem')).toMatch(/begin with https/)
        const sentences: [path: string, sentence: RegExp][] = [
          ['/500', /server's log/],
          ['/403', /allow http:\/\/localhost/],
          ['/html', /not with MCP/],
          ['/404', /most servers use \/mcp/],
        ]
        for (const [path, sentence] of sentences) {
          await address.fill(wrong.origin + path)
          await press('Connect')
          await locator('.outcome.bad .advice').filter({ hasText: sentence }).waitFor()
          expect(await read('.outcome.bad')).not.toMatch(/safe to call|read-only|may or may not/)
        }
        await press(`Use ${wrong.origin}/404/mcp`)
        expect(await address.inputValue()).toBe(`${wrong.origin}/404/mcp`)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a server that does not answer is said to hang, and can be left',
      withPage(fixture, async ({ page, press, read, locator }) => {
        await page.getByLabel('Server URL').fill(`${wrong.origin}/hang`)
        await press('Connect')
        await locator('.waiting').waitFor()
        expect(await read('.waiting')).toMatch(/No response for \d+ s/)
        await press('Stop waiting')
        await locator('.connect button:text-is("Connect")').waitFor()
      }),
    )

    test(
      'a header line without a colon is named and nothing is sent',
      withPage(fixture, async ({ page, press, read, requestedOrigins }) => {
        await page.getByLabel('Server URL').fill(server.url)
        await page.getByText('Custom headers').click()
        await page.getByLabel(/^Headers/).fill('X-Api-Key abc')
        await press('Connect')
        expect(await read('.connect .problem')).toMatch(/Line 1 is not a header.*"X-Api-Key: …"/)
        expect(requestedOrigins()).not.toContain(new URL(server.url).origin)
      }),
    )
  })
}
