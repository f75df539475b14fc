/** The exchange is the center: what failed never looks successful, in the result, on the wire and in the history. */
import { describe, expect, test } from 'vitest'
import type { Control } from '../../../../playground/server/control/control.ts'
import type { Step } from '../../../../src/testing/script/script.ts'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

const tool = { name: 'try', inputSchema: { type: 'object' } }
const checkedTool = {
  ...tool,
  outputSchema: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } } },
  },
}
const fits = { content: [], structuredContent: { items: [{ price: 1 }] } }
const violates = { content: [], structuredContent: { items: [{ price: 1 }, { price: 'free' }] } }

/** What the server does with a call, and what each view says about it. */
const outcomes: [what: string, step: Step, headline: RegExp, badge: string, tone: string][] = [
  ['a result', { answer: fits }, /^OK \d+ m?s$/, '200', 'good'],
  ['isError', { answer: { content: [], isError: true } }, /^TOOL ERROR \d+ m?s$/, 'isError', 'warning'],
  ['a JSON-RPC error', { answerError: { code: -32602, message: 'no' } }, /^RPC -32602 \d+ m?s$/, '-32602', 'bad'],
  ['a violated output schema', { answer: violates }, /^SCHEMA MISMATCH \d+ m?s$/, 'schema', 'bad'],
  ['no structured content', { answer: { content: [] } }, /^SCHEMA MISMATCH \d+ m?s$/, 'schema', 'bad'],
  ['HTTP 500', { respond: { status: 500, body: 'out of order' } }, /^HTTP 500 \d+ m?s$/, '500', 'bad'],
  [
    'a stream without an answer',
    { respond: { headers: { 'content-type': 'text/event-stream' }, body: ': nothing\n\n' } },
    /^NO ANSWER [\d.]+ m?s$/,
    'no answer',
    'bad',
  ],
]

async function serverWith(fixture: Fixture, step: Step): Promise<Control> {
  const server = fixture.realm()
  await server.configure({ versions: ['2025-11-25'] })
  await server.script(
    { on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [checkedTool] } }] },
    { on: { rpcMethod: 'tools/call' }, do: [step] },
  )
  return server
}

const badges = ({ locator }: PlaygroundPage) => locator('.wire-row:has-text("tools/call") .wire-status').allInnerTexts()

export function testExchange(fixture: () => Fixture): void {
  describe('an exchange', () => {
    test.each(outcomes)(
      'with %s says so in the result, on the wire and in the history',
      (what, step, headline, badge, tone) =>
        withPage(fixture, async (playgroundPage) => {
          const { connect, open, press, locator, openWireTab, problems } = playgroundPage
          const server = await serverWith(fixture(), step)
          await connect({ url: server.url })
          await open('Tools', 'try')
          await press('Call')
          const title = locator('.main-pane .outcome h3')
          await title.waitFor()
          expect((await title.innerText()).replaceAll(/\s+/g, ' ')).toMatch(headline)
          expect(await locator(`.main-pane .outcome.${tone}`).count()).toBe(1)
          if (what === 'a violated output schema')
            expect(await locator('.mismatch').innerText()).toMatch(
              /structuredContent\.items\[1\]\.price must be a number, but is a string \("free"\)/,
            )
          await expect.poll(() => badges(playgroundPage)).toContain(badge)
          await locator('.errors-button').click()
          const listed = await locator('.wire-row').allInnerTexts()
          expect(listed.some((text) => text.includes('tools/call'))).toBe(tone !== 'good')
          await openWireTab('Messages')
          const failed = locator('.message-line:has-text("tools/call")')
          if (tone === 'good') expect(await failed.count()).toBe(0)
          else await failed.first().waitFor()
          await openWireTab('History')
          await locator('.history-view').waitFor()
          expect(await locator('.history li').count()).toBe(tone === 'good' ? 0 : 1)
          await locator('.errors-button').click()
          await locator(`.history .wire-status.${tone}`).waitFor()
          expect(problems).toEqual([])
        })(),
    )

    test(
      'has its request and response side by side, and stacked on a phone',
      withPage(fixture, async ({ page, connect, open, press, locator, read }) => {
        const server = await serverWith(fixture(), { answer: fits })
        await connect({ url: server.url })
        await open('Tools', 'try')
        await press('Call')
        const blocks = locator('.main-pane .body-block')
        await blocks.nth(1).waitFor()
        expect(await read('.main-pane .body-block')).toMatch(/"method": "tools\/call"[\s\S]*"name": "try"/)
        expect(await blocks.nth(1).innerText()).toMatch(/"result": \{[\s\S]*"price": 1/)
        const boxes = async () => Promise.all([0, 1].map(async (at) => (await blocks.nth(at).boundingBox())!))
        const [request, response] = await boxes()
        expect(response!.y).toBe(request!.y)
        await page.setViewportSize({ width: 390, height: 844 })
        const [above, below] = await boxes()
        expect(below!.y).toBeGreaterThan(above!.y + above!.height - 1)
      }),
    )

    test(
      'opens with its request and response by one click in the list of messages',
      withPage(fixture, async ({ connect, call, locator, openWireTab }) => {
        await connect({ preset: '2025-11-25' })
        await call('add', { a: '2', b: '40' })
        await locator('.outcome.good').waitFor()
        await openWireTab('Messages')
        await locator('.message-line:has-text("result of tools/call")').click()
        await expect
          .poll(() => locator('.detail .message-row[open]').allInnerTexts())
          .toEqual([
            expect.stringMatching(/tools\/call[\s\S]*arguments/),
            expect.stringMatching(/result[\s\S]*sum: 42/),
          ])
        expect(await locator('.message-line.related').innerText()).toMatch(/→[\s\S]*tools\/call/)
      }),
    )
  })
}
