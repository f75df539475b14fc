/** Point 1, continued: a server that wants a person to sign in. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

export function signingIn(stage: () => Stage): void {
  describe('signing in', () => {
    test(
      'happens in a window, only by a click, and connects',
      visiting(stage, async ({ page, locate, press, seeOnWire, complaints }) => {
        await locate('.preset:has(strong:text-is("OAuth"))').click()
        await locate('h3:has-text("wants you to sign in")').waitFor()
        expect(page.context().pages()).toHaveLength(1)
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in, in a window')])
        await window.locator('#allow').click()
        await locate('.server-card').waitFor()
        await seeOnWire(/token/)
        await locate('.wire-row:has-text("token")').first().click()
        expect(await locate('.detail').innerText()).toMatch(/without headers and bodies/)
        expect(complaints).toEqual([])
      }),
    )

    test(
      'also by leaving the page and coming back',
      visiting(stage, async ({ page, locate, press, call, read, complaints }) => {
        await locate('.preset:has(strong:text-is("OAuth"))').click()
        await press('Leave this page and come back')
        await page.locator('#allow').click()
        await locate('.server-card').waitFor()
        expect(new URL(page.url()).search).toBe('')
        await call('echo', { text: 'signed in' })
        expect(await read('.outcome.good pre')).toBe('signed in')
        expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/token/)
        expect(complaints).toEqual([])
      }),
    )

    test(
      'that the person refuses is said, and connects nothing',
      visiting(stage, async ({ page, locate, press, read }) => {
        await locate('.preset:has(strong:text-is("OAuth"))').click()
        const [window] = await Promise.all([page.waitForEvent('popup'), press('Sign in, in a window')])
        await window.locator('#deny').click()
        await locate('h3:has-text("Could not connect")').waitFor()
        expect(await read('.outcome.bad')).toMatch(/access_denied/)
      }),
    )

    test('a forged answer connects nothing', async () => {
      const visitor = await stage().visit('?code=stolen&state=forged')
      const { locate, asked } = visitor
      await locate('.preset').first().waitFor()
      expect(asked()).toEqual([new URL(stage().playground.url).origin])
      await visitor.leave()
    })
  })
}
