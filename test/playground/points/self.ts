/** Points 8 and 9: the scenarios in the visitor's own browser, and the code for what was done. */
import { describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'

export function testingItself(stage: () => Stage): void {
  describe('the page itself', () => {
    test(
      'runs the scenarios of the client in this browser',
      visiting(stage, async ({ page, connect, press, read, locate }) => {
        await connect({ preset: '2025-11-25' })
        await locate('.others button:has-text("Self-test")').click()
        await page.getByLabel('Only scenarios with this in the name').fill('versions')
        await press('Run')
        await locate('.summary p:has-text("not applicable.")').waitFor({ timeout: 20_000 })
        const summary = await read('.summary')
        expect(summary).toMatch(/ 0 failed/)
        expect(Number(/(\d+) passed/.exec(summary)?.[1])).toBeGreaterThan(2)
        expect(await locate('.results tbody tr').count()).toBeGreaterThan(2)
      }),
    )

    test(
      'shows the code for what was just done',
      visiting(stage, async ({ connect, call, locate, read }) => {
        await connect({ preset: '2025-11-25' })
        await call('echo', { text: "it's" })
        await locate('.code summary').click()
        const code = await read('.code pre')
        expect(code).toMatch(/await connect\('http:\/\/127\.0\.0\.1/)
        expect(code).toContain(`client.callTool('echo', { text: 'it\\'s' }`)
      }),
    )
  })
}
