/** The details of a request: its messages, headers and raw text, and curl commands that run. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

export function testWireDetail(fixture: () => Fixture): void {
  describe('the details of a request', () => {
    test(
      'show each message as a row with time, kind and summary, and its JSON on a click',
      withPage(fixture, async ({ connect, call, press, locator, problems }) => {
        await connect({ preset: '2025-11-25' })
        await call('test_tool_with_progress')
        await locator('.outcome.good').waitFor()
        await locator('.wire-row', { hasText: 'tools/call' }).first().locator('.wire-name').click()
        const rows = locator('.detail .message-row')
        await rows.first().waitFor()
        const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
        expect(texts[0]).toMatch(/→ tools\/call test_tool_with_progress/)
        expect(texts).toContainEqual(expect.stringMatching(/\+\d+ m?s ← notifications\/progress 50 of 100/))
        expect(texts.at(-1)).toMatch(/← result/)
        // The request and its answer are open at once.
        await rows.first().locator('.json-key', { hasText: 'params' }).waitFor()
        await rows.last().locator('.json-key', { hasText: 'content' }).waitFor()
        await press('Raw')
        expect(await locator('.detail').innerText()).toMatch(/data: \{/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'open at the message whose tick was clicked',
      withPage(fixture, async ({ connect, call, press, locator }) => {
        await connect({ preset: '2025-11-25' })
        await call('count', { to: '3', every: '600' })
        await locator('.outcome.good').waitFor()
        // The axis grows while a stream is open.
        await press('Pause')
        const row = locator('.wire-row', { hasText: 'tools/call · count' }).first()
        const marks = await row.locator('.marks').getAttribute('d')
        const xs = [...marks!.matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x))
        const { width } = (await row.locator('.track').boundingBox())!
        // The answer may have a tick of its own, a little after that of the third step.
        const gap = Math.max(...xs.slice(1).map((x, index) => x - xs[index]!))
        const steps = xs.filter((x, index) => index === 0 || x - xs[index - 1]! > gap / 2)
        await row.locator('.track').click({ position: { x: (steps.at(-2)! / 1_000) * width, y: 12 } })
        await expect
          .poll(() => locator('.message-row[open]').allInnerTexts())
          .toContainEqual(expect.stringMatching(/notifications\/progress 2 of 3/))
      }),
    )

    test(
      'hide secrets until they are asked for, and copy a curl command that the server answers with 200',
      withPage(fixture, async ({ page, connect, call, press, locator, read }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await page.getByLabel('Authorization').selectOption('bearer')
        await locator('input[type=password]').fill('canary-token')
        await connect({ url: server.url })
        await call('echo', { text: "it's on the wire" })
        await locator('.outcome.good').waitFor()
        await locator('.wire-row', { hasText: 'tools/call' }).first().locator('.wire-name').click()
        await press('Headers')
        expect(await read('.detail')).toMatch(/mcp-session-id\s+hidden/)
        // What holds no secret is shown.
        expect(await read('.detail')).toMatch(/cache-control\s+(?!\[redacted\]|hidden)\S/)
        expect(await page.evaluate(() => document.body.textContent)).not.toMatch('canary')
        await press('Copy as curl')
        const copied = () => page.evaluate(() => navigator.clipboard.readText())
        expect(await copied()).toMatch(/-H "mcp-session-id: \$MCP_SESSION_ID"/)
        await press('Copy with secrets')
        const curl = (await copied()).replace('curl', "curl -s -o /dev/null -w '%{http_code}' -m 10")
        expect(curl).toMatch(/authorization: Bearer canary-token/)
        expect((await promisify(execFile)('sh', ['-c', curl])).stdout).toBe('200')
        await press('Show secrets')
        expect(await read('.detail')).toMatch(/authorization\s+Bearer canary-token/)
      }),
    )
  })
}
