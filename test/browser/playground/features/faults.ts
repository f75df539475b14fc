/** The faults of the demo server: each card tells the truth in every revision and transport. */
import { describe, expect, test } from 'vitest'
import { faults, type Situation } from '../../../../playground/src/state/faults.ts'
import { type Fixture, withPage } from '../fixture.ts'

/** What the wire shows after a fault that a client of this kind recovers from. */
const shown: Record<string, string> = {
  cut: 'reopen stream',
  expire: 'new session',
  busy: 'send again in',
  hold: 'drained: time',
  fault: 'reopen stream in 500 ms',
}

const situations: (Situation & { versions: string[]; isSse?: true })[] = [
  { versions: ['2026-07-28'], era: 'modern', transport: 'streamable-http' },
  { versions: ['2025-11-25'], era: 'legacy', transport: 'streamable-http' },
  { versions: ['2025-06-18'], era: 'legacy', transport: 'streamable-http' },
  { versions: ['2025-03-26'], era: 'legacy', transport: 'streamable-http' },
  { versions: ['2024-11-05'], era: 'legacy', transport: 'sse', isSse: true },
]

export function testFaults(fixture: () => Fixture): void {
  describe.each(situations)('the faults at $versions over $transport', ({ versions, isSse, ...situation }) => {
    test(
      'do what their cards say',
      withPage(fixture, async ({ page, connect, disconnect, locator, problems }) => {
        // Faults are for realms of this page, whose names have its id.
        const requested = page.waitForRequest(/\/r\/play-/)
        await connect({ preset: '2025-11-25' })
        const [, realm] = /\/r\/([^/]+)\//.exec((await requested).url())!
        await disconnect()
        const server = fixture().realm(realm)
        await server.configure({ versions, ...(isSse && { get: 'sse' }) })
        await connect({ url: isSse ? server.sseUrl : server.url })
        await locator('.other-views button:has-text("Faults")').click()
        for (const { id, title, expect: expectIn } of faults) {
          const expected = expectIn(situation)
          const card = page.locator(`.faults button:has(strong:text-is("${title}"))`)
          if ('unavailable' in expected) {
            expect(await card.getAttribute('aria-disabled'), title).toBe('true')
            expect(await card.innerText()).toContain(expected.unavailable)
            continue
          }
          expect(await card.innerText()).toContain(expected.text)
          await card.click()
          // The outcome of the call before is gone as soon as the card is marked.
          await page.locator(`.faults button[aria-pressed="true"]:has(strong:text-is("${title}"))`).waitFor()
          const outcome = locator('.call .outcome').first()
          await outcome.waitFor()
          expect(await outcome.getAttribute('class'), title).toContain(expected.call === 'succeeds' ? 'good' : 'bad')
          const row = shown[id]
          if (row && expected.call === 'succeeds') {
            await locator(`.wire-row[title*="${row}"]`).first().waitFor({ state: 'attached' })
          }
        }
        expect(problems).toEqual([])
      }),
    )
  })
}
