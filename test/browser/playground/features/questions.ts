/** Questions of servers: outside calls, refused, and several in one call. Signing in without registration. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import { startPlainServer } from '../plain-server.ts'

export function testQuestions(fixture: () => Fixture): void {
  describe('questions', () => {
    test(
      'that come by themselves wait beside the work, and can be answered or refused',
      withPage(fixture, async ({ page, connect, call, press, read, locator, problems }) => {
        const server = await startPlainServer({ tools: ['one'], asksForRoots: true })
        await connect({ url: server.url })
        expect(await read('.questions')).toMatch(/Roots request/)
        expect(await locator('dialog').count()).toBe(0)
        await call('one')
        await locator('.outcome.good').waitFor()
        await press('Answer')
        await page.getByLabel('Root URIs, one per line').fill('file:///here')
        await press('Send')
        await locator('.questions').waitFor({ state: 'detached' })
        await expect.poll(() => JSON.stringify(server.received)).toMatch('file:///here')
        server.stop()
        expect(problems).toEqual([])
      }),
    )

    test(
      'about a model that are cancelled reach the server as a refusal',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('sample')
        await press('Call')
        await locator('dialog').waitFor()
        await press('Cancel')
        await server.until((entries) => JSON.stringify(entries.map(({ body }) => body)).includes('User rejected'))
        const bodies = (await server.journal()).map(({ body }) => body as { error?: { code: number } })
        expect(bodies.find((body) => body?.error)?.error).toMatchObject({ code: -1 })
        expect(problems).toEqual([])
      }),
    )

    test(
      'in three rounds are all in the code that repeats the call',
      withPage(fixture, async ({ page, connect, open, press, read, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await open('Tools', 'ask')
        await page.getByLabel(/^what /).selectOption('form')
        await page.getByLabel(/^rounds /).fill('3')
        await press('Call')
        for (const name of ['Ada', 'Grace', 'Lin']) {
          await locator('dialog').waitFor()
          await page
            .locator('dialog')
            .getByLabel(/^name /)
            .fill(name)
          await press('Send')
          await locator('dialog').filter({ hasText: name }).waitFor({ state: 'detached' })
        }
        await locator('.outcome.good').waitFor()
        await locator('.call .code summary').click()
        expect(await read('.call .code pre')).toMatch(/Ada[\s\S]*Grace[\s\S]*Lin[\s\S]*elicitAnswers\.shift\(\)/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'an authorization server without registration leads to the field for a client id, which signs in',
      withPage(fixture, async ({ page, press, read, locator, problems }) => {
        const server = fixture().realm()
        await server.configure({ oauth: { registration: null, clients: [{ id: 'known-client', method: 'none' }] } })
        await page.getByLabel('Server URL').fill(server.url)
        await press('Connect')
        await press('Sign in (pop-up)')
        expect(await read('.outcome.bad .advice')).toMatch(/Register an application at .*callback\.html.*client id/)
        await press('Enter a client id')
        await page.getByLabel('Client id').fill('known-client')
        expect(await page.getByLabel('Authorization server').inputValue()).toMatch(/^http/)
        await press('Connect')
        await press('Sign in (pop-up)')
        await locator('.server-card').waitFor()
        expect(problems).toEqual([])
      }),
    )

    test(
      'a sign-in window that is closed by hand is noticed at once',
      withPage(fixture, async ({ page, press, locator, choosePreset }) => {
        await choosePreset('OAuth')
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await window.locator('#allow').waitFor()
        await window.close()
        await locator('.waiting:has-text("seems to be closed")').waitFor({ timeout: 30_000 })
        await press('Stop waiting')
        await locator('.connect button:text-is("Connect")').waitFor()
      }),
    )
  })
}
