/** The self-test in the browser, and the code that repeats what was done. */
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testSelfTest(fixture: () => Fixture): void {
  describe('the page', () => {
    test(
      'runs the test scenarios in this browser',
      withPage(fixture, async ({ page, press, read, locator }) => {
        await press('Self-test of this browser')
        await page.getByLabel('Only scenarios with this in the name').fill('versions')
        await press('Run')
        await locator('.summary p:has-text("not applicable.")').waitFor({ timeout: 30_000 })
        const summary = await read('.summary')
        expect(summary).toMatch(/ 0 failed/)
        expect(Number(/(\d+) passed/.exec(summary)?.[1])).toBeGreaterThan(2)
        expect(await locator('.results tbody tr').count()).toBeGreaterThan(2)
        await press('Back to the start page')
        await locator('.connect').waitFor()
      }),
    )

    test(
      'shows the code that repeats a call',
      withPage(fixture, async ({ connect, call, locator, read }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: "it's" })
        await locator('.code summary').click()
        const code = await read('.code pre')
        expect(code).toMatch(/await connect\('http:\/\/127\.0\.0\.1/)
        expect(code).toContain(`client.callTool('echo', { text: 'it\\'s' }`)
      }),
    )
  })
}
