/** Connecting to a server that requires OAuth. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testSignIn(fixture: () => Fixture): void {
  describe('signing in', () => {
    test(
      'a popup, opened only by a click, signs in and connects, with own headers besides the token',
      withPage(fixture, async ({ page, locator, press, read, waitForWireRow, problems, choosePreset }) => {
        await choosePreset('OAuth')
        await page.getByRole('button', { name: 'Sign in (pop-up)' }).waitFor()
        expect(page.context().pages()).toHaveLength(1)
        await page.getByText('Custom headers').click()
        await page.getByLabel(/^Headers/).fill('x-tenant: blue')
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await window.locator('#allow').click()
        await locator('.server-card').waitFor()
        await waitForWireRow(/token/)
        await locator('.wire-row', { hasText: 'tools/list' }).first().locator('.wire-name').click()
        await press('Headers')
        await press('Show secrets')
        expect(await read('.detail')).toMatch(/x-tenant\s+blue[\s\S]*authorization\s+Bearer /)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a redirect to the authorization server and back signs in and connects',
      withPage(fixture, async ({ page, locator, press, call, read, problems, choosePreset }) => {
        await choosePreset('OAuth')
        await press('Sign in (redirect)')
        await page.locator('#allow').click()
        await locator('.server-card').waitFor()
        expect(new URL(page.url()).search).toBe('')
        await call('echo', { text: 'signed in' })
        expect(await read('.outcome.good pre')).toBe('signed in')
        expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/token/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'a denied sign-in shows the error and does not connect',
      withPage(fixture, async ({ page, locator, press, read, choosePreset }) => {
        await choosePreset('OAuth')
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in (pop-up)')])
        await window.locator('#deny').click()
        await locator('h3:has-text("Could not connect")').waitFor()
        expect(await read('.outcome.bad')).toMatch(/access_denied/)
      }),
    )

    test('a forged callback URL does not connect', async () => {
      const playgroundPage = await fixture().openPage('?code=stolen&state=forged')
      const { locator, requestedOrigins } = playgroundPage
      await locator('.preset').first().waitFor()
      expect(requestedOrigins()).toEqual([new URL(fixture().playground.url).origin])
      await playgroundPage.close()
    })
  })
}
