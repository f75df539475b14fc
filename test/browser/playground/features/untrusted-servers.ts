/** The playground with servers that are not the mock: a hostile one, the official "everything" server, and fastmcp. */
import { beforeAll, describe, expect, test } from 'vitest'
import { installEverything, startEverything } from '../../../interop/everything.ts'
import { install } from '../../../interop/install.ts'
import { modes } from '../../../interop/modes.ts'
import { startServer } from '../../../interop/running-server.ts'
import type { Fixture } from '../fixture.ts'
import { startHostileServer, THIRD_PARTY } from '../hostile-server.ts'

const fastmcp = modes.find(({ name }) => name === 'fastmcp')!

export function testUntrustedServers(fixture: () => Fixture): void {
  beforeAll(async () => {
    await Promise.all([installEverything(), install([fastmcp.launch.cwd])])
  }, 180_000)

  describe('a hostile server', () => {
    test('is shown as text: the page runs none of its scripts and requests none of its URLs', async () => {
      const server = await startHostileServer()
      const { page, connect, press, locator, requestedOrigins, problems, close, openWireTab } =
        await fixture().openPage()
      await connect({ url: server.url })
      await locator('.code summary').first().click()
      for (const index of [0, 1]) {
        await locator('.items button').nth(index).click()
        for (let clicks = 0; clicks < 5 && (await locator('.add-field button').count()) > 0; clicks++) {
          await locator('.add-field button').first().click()
        }
        await press('JSON')
        await locator('.editor textarea').fill('{}')
        await press('Call')
        await press('Send anyway')
        await locator('.outcome h3').waitFor()
        await page.evaluate(openAllDetails)
      }
      await locator('.tabs button:has-text("Resources")').click()
      await locator('.items button').first().click()
      await press('Read')
      await locator('.outcome.good').waitFor()
      await locator('.tabs button:has-text("Prompts")').click()
      await locator('.items button').first().click()
      await press('Get')
      await locator('.outcome').waitFor()
      for (const tab of ['Messages', 'Network', 'Log', 'Notifications', 'History']) {
        await openWireTab(tab)
        await page.evaluate(openAllDetails)
      }
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
      expect(requestedOrigins().filter((origin) => origin.includes(THIRD_PARTY))).toEqual([])
      expect(problems).toEqual([])
      await close()
      server.close()
    })

    test('has its HTML shown in a sandboxed frame that runs no scripts and requests no URLs', async () => {
      const server = await startHostileServer()
      const { page, connect, press, locator, requestedOrigins, close } = await fixture().openPage()
      await connect({ url: server.url })
      await locator('.tabs button:has-text("Resources")').click()
      await locator('.items button').first().click()
      await press('Read')
      await press('Show as a page, in a sandbox')
      await page.frameLocator('iframe.sandboxed-page').locator('body').waitFor()
      expect(await locator('iframe.sandboxed-page').getAttribute('sandbox')).toBe('')
      expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false)
      expect(requestedOrigins().filter((origin) => origin.includes(THIRD_PARTY))).toEqual([])
      await close()
      server.close()
    })

    test('cannot frame the page', async () => {
      const { headers } = await fetch(fixture().playground.url)
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
      expect(headers.get('content-security-policy')).toMatch(
        /require-trusted-types-for 'script'; trusted-types service-worker/,
      )
    })
  })

  describe.each(['streamable-http', 'sse'] as const)('the "everything" server over %s', (transport) => {
    test('connects, and its tools can be called', async () => {
      const server = await startEverything(transport)
      const { connect, call, press, read, locator, problems, close } = await fixture().openPage()
      await connect({ url: server.url })
      // It requests the roots right after connecting.
      await press('Answer')
      await press('Send')
      expect(await read('.server-card')).toMatch(/everything/i)
      await call('echo', { message: 'hello' })
      expect(await read('.outcome.good pre')).toMatch(/hello/)
      await call('get-sum', { a: '2', b: '40' })
      expect(await read('.outcome.good')).toMatch(/42/)
      if (transport === 'streamable-http') {
        await call('simulate-research-query', { topic: 'tea' })
        await locator('.task-line').waitFor()
        await locator('.outcome.good').waitFor()
        expect(await read('.outcome.good')).toMatch(/tea/)
      }
      expect(problems).toEqual([])
      await close()
      await server.stop()
    })
  })

  test('fastmcp connects, lists its tools, and they can be called', async () => {
    const server = await startServer(fastmcp.launch)
    const { connect, call, read, problems, close } = await fixture().openPage()
    await connect({ url: server.origin + fastmcp.path })
    await call('echo', { text: 'hello' })
    expect(await read('.outcome.good')).toMatch(/hello/)
    expect(problems).toEqual([])
    await close()
    await server.stop()
  })
}

/** Opens all `<details>`, also those that appear when others open. */
async function openAllDetails(): Promise<void> {
  for (let closed = ['']; closed.length > 0; await new Promise(requestAnimationFrame)) {
    const closedDetails = [...document.querySelectorAll<HTMLDetailsElement>('.outcome details, .code')].filter(
      ({ open }) => !open,
    )
    for (const details of closedDetails) details.open = true
    closed = closedDetails.map(({ className }) => className)
  }
}
