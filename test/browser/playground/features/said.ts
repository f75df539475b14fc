/** Nothing that a server says is lost: logs, definitions, annotations, tasks, what it asks of a model, and whole results. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'

const definition = {
  name: 'try',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
  _meta: { 'example.com/cost': 'canary-meta' },
}
const annotated = {
  type: 'text',
  text: 'noted',
  annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' },
  _meta: { origin: 'canary-origin' },
}
const samplingParams = {
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the weather?' } }],
  maxTokens: 50,
  temperature: 0.3,
  stopSequences: ['END'],
  modelPreferences: { hints: [{ name: 'canary-model' }], speedPriority: 0.9 },
  tools: [{ name: 'weather', description: 'Tells the weather', inputSchema: { type: 'object' } }],
  toolChoice: { mode: 'auto' },
}

export function testSaid(fixture: () => Fixture): void {
  describe('what a server says', () => {
    test(
      'in its log is kept, also outside calls, and found by level, logger and text',
      withPage(fixture, async ({ page, connect, call, locator, read, press, problems, openWireTab }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await connect({ url: server.url })
        await locator('.wire-row:has-text("listening")').first().waitFor()
        const say = (level: string, logger: string, data: unknown) =>
          server.act({ notify: { method: 'notifications/message', params: { level, logger, data } } })
        await say('debug', 'store', 'a canary in the store')
        await say('error', 'disk', { full: true })
        await call('log')
        await locator('.outcome.good').waitFor()
        await openWireTab('Log')
        const lines = locator('.whole-log li')
        await lines.nth(2).waitFor()
        expect(await read('.whole-log')).toMatch(/debug[\s\S]*store[\s\S]*outside calls[\s\S]*canary[\s\S]*error/)
        await page.getByLabel('Minimum level').selectOption('error')
        expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/disk[\s\S]*"full": true/)])
        await page.getByLabel('Minimum level').selectOption('debug')
        await page.getByLabel('Logger').selectOption({ label: 'store' })
        expect(await lines.count()).toBe(1)
        await page.getByLabel('Logger').selectOption({ label: 'all' })
        await page.getByLabel('Search the log').fill('CANARY')
        expect(await lines.count()).toBe(1)
        const [saved] = await Promise.all([page.waitForEvent('download'), press('Save as JSON')])
        expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject([
          { data: 'a canary in the store' },
        ])
        expect(problems).toEqual([])
      }),
    )

    test(
      'about a tool, a content block and a request to the model is all shown',
      withPage(fixture, async ({ page, connect, open, press, locator, read, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await server.script(
          { on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [definition] } }] },
          {
            on: { rpcMethod: 'tools/call' },
            nth: 1,
            do: [
              { serverRequest: { method: 'sampling/createMessage', params: samplingParams }, wait: true },
              { answer: { content: [annotated], structuredContent: { sum: 1 } } },
            ],
          },
        )
        await connect({ url: server.url })
        await open('Tools', 'try')
        await locator('.definition summary').click()
        await expect.poll(() => read('.definition')).toMatch(/inputSchema[\s\S]*outputSchema[\s\S]*canary-meta/)
        await press('Call')
        await locator('dialog').waitFor()
        expect(await read('dialog')).toMatch(
          /Temperature\s+0\.3[\s\S]*"END"[\s\S]*canary-model, speed 0\.9[\s\S]*weather\?[\s\S]*Tells the weather/,
        )
        await page.getByLabel('Reply with').selectOption({ label: 'call weather' })
        await page.getByLabel(/^Tool arguments/).fill('[1]')
        await press('Send reply')
        await expect.poll(() => read('dialog .problem')).toMatch(/JSON object/)
        await page.getByLabel(/^Tool arguments/).fill('{"city":"Ulm"}')
        await page.getByLabel('Model name').fill('me')
        await press('Send reply')
        await locator('.outcome.good').waitFor()
        const answers = (await server.journal()).map(({ body }) => (body as { result?: unknown } | undefined)?.result)
        expect(answers.filter(Boolean)).toContainEqual({
          role: 'assistant',
          model: 'me',
          stopReason: 'toolUse',
          content: [expect.objectContaining({ type: 'tool_use', name: 'weather', input: { city: 'Ulm' } })],
        })
        expect(await read('.annotations')).toMatch(/for user[\s\S]*priority 0\.5[\s\S]*changed 2026-01-01/)
        await locator('.annotations > details > summary').click()
        await expect.poll(() => read('.annotations')).toMatch(/canary-origin/)
        expect(problems).toEqual([])
      }),
    )

    test(
      'is saved whole, also 5 MB of it',
      withPage(fixture, async ({ page, connect, call, press, locator, problems }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await connect({ preset: '2026-07-28' })
        await call('big', { bytes: '5000000' })
        await locator('.outcome.good').waitFor()
        const [text] = await Promise.all([page.waitForEvent('download'), press('Save text')])
        expect(text.suggestedFilename()).toBe('big.txt')
        expect((await readFile(await text.path())).length).toBe(5_000_000)
        const [json] = await Promise.all([page.waitForEvent('download'), press('Save JSON')])
        expect(JSON.parse(await readFile(await json.path(), 'utf8')).content[0].text).toHaveLength(5_000_000)
        await call('echo', { text: 'short' })
        await locator('.outcome.good pre:text-is("short")').waitFor()
        await press('Copy text')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('short')
        expect(problems).toEqual([])
      }),
    )

    test.each(['2026-07-28', '2025-11-25'])(
      'about a task of %s is shown, and the call waits for its result',
      (preset) =>
        withPage(fixture, async ({ connect, call, locator, read, problems, openWireTab }) => {
          await connect({ preset })
          await call('slow_compute', { seconds: '1' })
          await locator('.task-line').waitFor()
          await locator('.outcome.good').waitFor()
          expect(await read('.task-line')).toMatch(/Task[\s\S]*completed/)
          await openWireTab('Log')
          expect(await read('ul[aria-label="Tasks, newest first"]')).toMatch(/completed/)
          expect(problems).toEqual([])
        })(),
    )

    test(
      'and what the page can do is found by Control K',
      withPage(fixture, async ({ page, connect, locator, read, problems }) => {
        await page.keyboard.press('Control+k')
        await locator('.palette').waitFor()
        await page.keyboard.press('Escape')
        await locator('.palette').waitFor({ state: 'detached' })
        await connect({ preset: '2025-11-25' })
        const find = async (text: string) => {
          await page.keyboard.press('Control+k')
          await page.getByLabel('Command or search').fill(text)
        }
        await find('tool ech')
        await page.keyboard.press('Enter')
        await locator('.main-pane h2:text-is("echo")').waitFor()
        await find('view log')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('Enter')
        await locator('#wire-tab-log[aria-selected=true]').waitFor()
        await find('no such thing')
        await expect.poll(() => read('.palette')).toMatch(/Nothing matches/)
        expect(problems).toEqual([])
      }),
    )
  })
}
