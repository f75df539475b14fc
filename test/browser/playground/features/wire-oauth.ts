/** The sign-in in the wire: every step drawn truly, documents readable, and tokens nowhere. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { startHttpServer } from '../http-server.ts'
import type { PlaygroundPage } from '../page-object.ts'

/** Selects a row and reads one tab of its details. */
async function readDetail({ locator, press, read }: PlaygroundPage, row: RegExp, tab: string): Promise<string> {
  await locator('.wire-row', { hasText: row }).first().locator('.wire-name').click()
  await press(tab)
  const text = await read('.detail')
  // Gives the rows below their place again.
  await press('Close the details')
  return text
}

export function testWireOAuth(fixture: () => Fixture): void {
  describe('a sign-in in the wire', () => {
    test(
      'draws the 401 with its WWW-Authenticate, documents, the time at the authorization server, and masked tokens',
      withPage(fixture, async (playgroundPage) => {
        const { page, locator, press, problems, choosePreset } = playgroundPage
        await choosePreset('OAuth')
        await page.getByRole('button', { name: 'Sign in (pop-up)' }).waitFor()
        expect(await locator('.wire-row').first().innerText()).toMatch(/server\/discover[\s\S]*401/)
        expect(await readDetail(playgroundPage, /server\/discover/, 'Headers')).toMatch(
          /Status\s+401[\s\S]*www-authenticate\s+Bearer .*resource_metadata/,
        )
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await window.locator('#allow').waitFor()
        await page.waitForTimeout(600)
        await window.locator('#allow').click()
        await locator('.server-card').waitFor()
        expect(await readDetail(playgroundPage, /resource metadata/, 'Messages')).toMatch(/authorization_servers: /)
        expect(await readDetail(playgroundPage, /server metadata/, 'Messages')).toMatch(/token_endpoint: "http/)
        const authorize = await readDetail(playgroundPage, /authorize/, 'Messages')
        expect(authorize).toMatch(/code_challenge_method: "S256"[\s\S]*code: "\[hidden, \d+ characters\]"/)
        expect(await locator('.wire-row', { hasText: 'authorize' }).innerText()).toMatch(
          /OK[\s\S]*([6-9]\d\d ms|\d\.\d+ s)/,
        )
        const token = await readDetail(playgroundPage, /auth\s*token/, 'Messages')
        expect(token).toMatch(/grant_type: "authorization_code"[\s\S]*access_token: "\[hidden, \d+ characters\]"/)
        expect(token).toMatch(/expires_in: \d+/)
        const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
        const [, secret] = /accessToken\\*":\\*"([^"\\]+)/.exec(stored) ?? []
        expect(secret).toBeTruthy()
        await locator('.wire-row', { hasText: /auth\s*token/ }).click()
        await press('Raw')
        expect(await page.evaluate(() => document.body.textContent)).not.toContain(secret)
        await locator('.menu summary').click()
        await page.getByLabel(/Include bodies/).check()
        for (const button of ['Save as JSON', 'Save as HAR']) {
          const [saved] = await Promise.all([page.waitForEvent('download'), press(button)])
          expect(await readFile(await saved.path(), 'utf8'), button).not.toContain(secret)
        }
        expect(problems).toEqual([])
      }),
    )

    test(
      'by a redirect keeps what was drawn before it',
      withPage(fixture, async (playgroundPage) => {
        const { page, locator, press, choosePreset } = playgroundPage
        await choosePreset('OAuth')
        await press('Sign in (redirect)')
        await page.locator('#allow').click()
        await locator('.server-card').waitFor()
        const names = (await locator('.wire-row.lane').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
        expect(names[0]).toMatch(/server\/discover.*401/)
        expect(names.join('\n')).toMatch(
          /resource metadata.*200[\s\S]*authorize · you[\s\S]*token.*200[\s\S]*server\/discover.*200/,
        )
        expect(await readDetail(playgroundPage, /authorize/, 'Messages')).toMatch(/← authorize[\s\S]*code: "\[hidden/)
        expect(await page.evaluate(() => sessionStorage.getItem('wire before the redirect'))).toBeNull()
      }),
    )

    test(
      'that fails names the document and the field to mend',
      withPage(fixture, async ({ page, locator, press, read }) => {
        const withoutCors = await startHttpServer((_, response) => response.writeHead(200).end('{}'))
        const cases: [config: object, sentence: RegExp][] = [
          [{ registration: null }, /registration_endpoint[\s\S]*oauth-authorization-server[^\n]*: 200/],
          [
            { resource: { fields: { authorization_servers: [withoutCors.origin] } } },
            /Access-Control-Allow-Origin[\s\S]*127\.0\.0\.1[^\n]*\.well-known[^\n]*: no answer/,
          ],
          [
            { resource: null, server: null, challenge: 'plain', endpoints: '/elsewhere' },
            /authorization_servers[\s\S]*resource_metadata in WWW-Authenticate[\s\S]*: 404/,
          ],
        ]
        try {
          for (const [oauth, sentence] of cases) {
            const server = fixture().realm()
            await server.configure({ oauth })
            await page.getByLabel('Server URL').fill(server.url)
            await page.getByLabel('Authorization').selectOption('oauth')
            await press('Connect')
            await press('Sign in (pop-up)')
            await locator('.outcome.bad .auth-failure').waitFor()
            const text = await read('.outcome.bad')
            expect(text).toMatch(sentence)
            // The address of the MCP server is right.
            expect(text).not.toMatch(/^Use http/m)
            await press('Show it in the wire')
            await locator('.detail').waitFor()
            await page.reload()
          }
        } finally {
          withoutCors.close()
        }
      }),
    )
  })
}
