/** The history: kept over a reload without secrets, with the calls of the simulated model, and two results compared. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testHistory(fixture: () => Fixture): void {
  describe('the history', () => {
    test(
      'survives a reload without secrets, repeats a call of before, and can be cleared',
      withPage(fixture, async ({ page, connect, call, press, locator, openWireTab, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await page.getByText(/^(Own|Custom) headers/).click()
        await page.getByLabel(/^Headers/).fill('x-api-key: canary-secret')
        await connect({ url: server.url })
        await call('echo', { text: 'it was canary-secret' })
        await locator('.outcome.good').waitFor()
        await call('throw', { message: 'no tea' })
        await locator('.outcome.bad').waitFor()
        await call('echo', { text: 'plain' })
        await locator('.outcome.good pre:text-is("plain")').waitFor()
        await openWireTab('History')
        await expect.poll(() => storedCalls(page)).toHaveLength(3)
        expect(JSON.stringify(await storedCalls(page))).not.toContain('canary-secret')
        await page.reload()
        // The value of the header was not stored, so the person connects again.
        await page.getByLabel(/^Headers/).fill('x-api-key: another-secret')
        await press('Connect')
        const entries = locator('.history li')
        await entries.nth(2).waitFor()
        const texts = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
        expect(texts[0]).toMatch(/OK \d+ m?s echo \{"text":"plain"\}/)
        expect(texts[1]).toMatch(/RPC -32603 \d+ m?s throw/)
        expect(texts[2]).toMatch(/not stored/)
        await entries.nth(1).locator('.item-button').click()
        await locator('.detail .outcome.bad:has-text("no tea")').waitFor()
        await entries.nth(0).getByRole('button', { name: 'Repeat echo' }).click()
        await entries.nth(3).waitFor()
        await locator('.detail .outcome.good pre:text-is("plain")').waitFor()
        // What was masked is not sent: it is filled in.
        await entries.nth(3).getByRole('button', { name: 'Open echo' }).click()
        await locator('.main-pane h2:text-is("echo")').waitFor()
        await press('Clear history')
        await entries.first().waitFor({ state: 'detached' })
        await expect.poll(() => storedCalls(page)).toHaveLength(0)
        expect(problems).toEqual([])
      }),
    )

    test(
      'has the calls of the simulated model, and compares two results',
      withPage(fixture, async ({ page, connect, call, press, locator, openWireTab, problems }) => {
        await connect({ preset: '2025-11-25' })
        await locator('.other-views button').filter({ hasText: /model/ }).click()
        await page.locator('.scripted-model textarea').fill('echo {"text":"from the model"}\nanswer: done')
        await press('Run')
        await openWireTab('History')
        const entries = locator('.history li')
        await entries.filter({ hasText: 'from the model' }).waitFor()
        expect(await entries.first().innerText()).toMatch(/OK[\s\S]*echo[\s\S]*model$/m)
        await call('echo', { text: 'from me' })
        await entries.nth(1).waitFor()
        await locator('.history .wire-status.good').nth(1).waitFor()
        for (const at of [0, 1]) await entries.nth(at).getByRole('checkbox').check()
        await press('Compare')
        await locator('.diff .differs').waitFor()
        const text = await locator('.diff .differs').innerText()
        expect(text).toMatch(/from me[\s\S]*from the model/)
        expect(await locator('.compare h3').innerText()).toBe('1 line differs')
        expect(problems).toEqual([])
      }),
    )

    test(
      'keeps the answers of two calls at the same time apart',
      withPage(fixture, async ({ page, connect, open, press, call, locator }) => {
        await connect({ preset: '2025-11-25' })
        await call('count', { to: '100000', every: '20' })
        await locator('.running p:has-text("of 100000")').waitFor()
        await open('Tools', 'ask')
        await press('Call')
        await locator('dialog').waitFor()
        expect(await locator('.running-message').innerText()).toMatch(/^Waiting for you/)
        await page.locator('dialog').getByRole('textbox').first().fill('Ada')
        await press('Send')
        await locator('.main-pane .outcome.good').waitFor()
        await locator('.main-pane .code summary').click()
        expect(await locator('.main-pane .code pre').innerText()).toMatch(/Ada/)
        await open('Tools', 'count')
        await press('Stop')
        await locator('.main-pane .outcome.quiet').waitFor()
        await locator('.main-pane .code summary').click()
        await locator('.main-pane .code pre').waitFor()
        expect(await locator('.main-pane .code pre').innerText()).not.toMatch(/Ada/)
      }),
    )
  })
}

/** Everything in the storage of the history. */
function storedCalls(page: Page): Promise<unknown[]> {
  return page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('history of calls')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const { result: database } = opening
          if (!database.objectStoreNames.contains('calls')) return resolve([])
          const reading = database.transaction('calls').objectStore('calls').getAll()
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result)
          }
        }
      }),
  )
}
