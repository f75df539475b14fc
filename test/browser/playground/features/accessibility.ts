/** Accessibility: axe finds no violation in any state of the page, in both themes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { startCorsProxy } from '../cors-proxy.ts'
import type { Fixture } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'
import { startPlainServer } from '../plain-server.ts'

const storedServers = [
  { url: 'https://tools.example.com/mcp', name: 'My tools', auth: 'bearer', headerNames: ['X-Tenant'] },
  { url: 'https://old.example.com/sse', name: 'An old one', transport: 'sse', auth: 'oauth' },
]

export function testAccessibility(fixture: () => Fixture): void {
  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test('axe finds no violation in any state of the page', async () => {
      const playgroundPage = await fixture().openPage('', { colorScheme })
      const { page, connect, call, locator, openWireTab, press } = playgroundPage
      const check = async () => expect(await findViolations(playgroundPage)).toEqual([])
      await locator('.preset').first().waitFor()
      await check()
      await locator('.demo-variants summary').click()
      await check()
      await connect({ preset: '2025-11-25' })
      await check()
      await call('add', { a: '2', b: '40' })
      await locator('.outcome .tag.good').waitFor()
      await locator('.wire-row:has-text("tools/call")').click()
      await locator('.code summary').click()
      await check()
      await press('Headers')
      await check()
      await press('Raw')
      await check()
      await locator('.main-pane').getByLabel(/^a /).fill('')
      await press('Call')
      await locator('.form-problems').waitFor()
      await check()
      await call('throw', { message: 'no' })
      await locator('.outcome.bad').waitFor()
      for (const tab of ['Messages', 'Network', 'Log', 'Notifications', 'History', 'Timeline']) {
        await openWireTab(tab)
        await check()
      }
      await call('ask')
      await locator('dialog').waitFor()
      await check()
      await page.keyboard.press('Escape')
      for (const view of ['Faults', 'Simulate a model']) {
        await locator(`.other-views button:has-text("${view}")`).click()
        await check()
      }
      await page.keyboard.press('Control+k')
      await locator('.palette-option').first().waitFor()
      await check()
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await locator('.keys').waitFor()
      await check()
      await page.keyboard.press('Escape')
      await locator('.server-card').click()
      await locator('.sampling-rules select').selectOption('rules')
      await page.getByLabel('URI of a new root').fill('file:///work')
      await press('Add root')
      await press('Ping')
      await locator('.ping-result:has-text("Response in")').waitFor()
      await check()
      await page.setViewportSize({ width: 360, height: 780 })
      await locator('.pane-tabs button:has-text("Wire")').click()
      await check()
      await playgroundPage.close()
    })

    test('axe finds no violation where connecting fails, in a link, in questions and in the list of servers', async () => {
      const server = fixture().realm()
      const link = `#${new URLSearchParams({ server: server.url, tool: 'echo', args: '{"text":"hi"}' })}`
      const playgroundPage = await fixture().openPage(link, { colorScheme })
      const { page, locator, press, choosePreset } = playgroundPage
      const check = async () => expect(await findViolations(playgroundPage)).toEqual([])
      const asking = await startPlainServer({ tools: ['one'], asksForRoots: true })
      const proxy = await startCorsProxy(new URL(server.url).origin)
      try {
        await page.evaluate((servers) => localStorage.setItem('servers', servers), JSON.stringify(storedServers))
        await page.reload()
        await locator('.link-notice').waitFor()
        await locator('.saved-server').nth(1).waitFor()
        await check()
        await page.getByRole('button', { name: /^My tools/ }).click()
        await page.getByLabel('Server URL').fill(proxy.origin + new URL(server.url).pathname)
        await page.getByLabel('Authorization').selectOption('none')
        await page.getByLabel(/^Headers/).fill('')
        await press('Connect')
        await locator('.cors-help').waitFor()
        await check()
        await choosePreset('OAuth')
        await locator('h3:has-text("requires sign-in")').waitFor()
        await check()
        const withoutRegistration = fixture().realm()
        await withoutRegistration.configure({ oauth: { registration: null } })
        await page.getByLabel('Server URL').fill(withoutRegistration.url)
        await press('Connect')
        await press('Sign in (pop-up)')
        await locator('.auth-failure').waitFor()
        await check()
        await press('Enter a client id')
        await check()
        await page.getByRole('combobox', { name: /^Authorization/ }).selectOption('none')
        await playgroundPage.connect({ url: asking.url })
        await locator('.questions').waitFor()
        await check()
      } finally {
        asking.stop()
        proxy.close()
        await playgroundPage.close()
      }
    })
  })
}

export async function findViolations({ page }: PlaygroundPage): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  }
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
  })
}
