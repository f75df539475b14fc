/** Tools: argument forms, results, errors, progress, logs and history. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, withPage } from '../fixture.ts'
import type { PlaygroundPage } from '../page-object.ts'

/** A tool whose schema has every kind of form control. */
const everyControl = {
  name: 'tricky',
  description: 'Takes everything',
  inputSchema: {
    type: 'object',
    properties: {
      mail: { type: 'string', format: 'email', default: 'me@example.com' },
      size: { enum: ['small', 'large'] },
      place: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } }, required: ['city'] },
      words: { type: 'array', items: { type: 'string' } },
      shape: {
        oneOf: [
          { title: 'Circle', type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] },
          { title: 'Label', type: 'string' },
        ],
      },
      self: { $ref: '#' },
    },
    required: ['place', 'size'],
  },
}

export function testTools(fixture: () => Fixture): void {
  describe('tools', () => {
    let playgroundPage: PlaygroundPage
    beforeAll(async () => {
      playgroundPage = await fixture().openPage()
      await playgroundPage.connect({ preset: '2025-11-25' })
    })

    test('are found by name and by description', async () => {
      await playgroundPage.page.getByLabel('Search tools').fill('two numbers')
      expect(await playgroundPage.locator('.items li').allInnerTexts()).toEqual([expect.stringMatching(/^add\s/)])
      await playgroundPage.page.getByLabel('Search tools').fill('')
    })

    test('return text that is not interpreted as markup', async () => {
      await playgroundPage.call('echo', { text: '<img src="x" onerror="alert()">' })
      expect(await playgroundPage.read('.outcome.good pre')).toBe('<img src="x" onerror="alert()">')
      expect(await playgroundPage.locator('.outcome img').count()).toBe(0)
    })

    test('return images, audio, links, and structured content that is checked against its schema', async () => {
      await playgroundPage.call('test_multiple_content_types')
      await playgroundPage.locator('.outcome figcaption:has-text("1 × 1 pixels")').waitFor()
      await playgroundPage.call('test_audio_content')
      await playgroundPage.locator('.outcome audio').waitFor()
      await playgroundPage.call('add', { a: '2', b: '40' })
      await playgroundPage.locator('.outcome .tag.good:has-text("fits its schema")').waitFor()
      expect(await playgroundPage.read('.outcome.good')).toMatch(/Structured content[\s\S]*sum:\s+42/)
      await playgroundPage.call('link')
      await playgroundPage.press('Read it from the server')
      expect(await playgroundPage.read('.outcome.good')).toMatch(/content of the static text resource/)
    })

    test('show a result with isError differently from a failed call', async () => {
      await playgroundPage.call('fail')
      expect(await playgroundPage.read('.outcome.warning')).toMatch(/^TOOL ERROR \d+[\s\S]*isError[\s\S]*always fails/)
      await playgroundPage.call('throw', { message: 'out of tea' })
      expect(await playgroundPage.read('.outcome.bad')).toMatch(
        /^RPC -32603 \d+ ms[\s\S]*out of tea[\s\S]*answered the server returned an error/,
      )
    })

    test('show progress and logs, and can be stopped', async () => {
      await playgroundPage.call('count', { to: '100000', every: '20' })
      await playgroundPage.locator('.running p:has-text("of 100000")').waitFor()
      await playgroundPage.press('Stop')
      expect(await playgroundPage.read('.outcome.quiet h3')).toMatch(/^CANCELED \d/)
      await playgroundPage.call('test_tool_with_logging')
      await playgroundPage.locator('.logs li').nth(2).waitFor()
      expect(await playgroundPage.read('.logs')).toMatch(/info[\s\S]*Tool processing data/)
    })

    test('log at the level that the person sets', async () => {
      await playgroundPage.locator('.server-card').click()
      await playgroundPage.page.getByLabel('Logging level').selectOption('error')
      await playgroundPage.waitForWireRow(/logging\/setLevel/)
      await playgroundPage.call('log', { level: 'info' })
      await playgroundPage.locator('.outcome.good').waitFor()
      expect(await playgroundPage.locator('.logs').count()).toBe(0)
    })

    test('can be called again from the history', async () => {
      await playgroundPage.call('echo', { text: 'again' })
      await playgroundPage.locator('.outcome.good').waitFor()
      await playgroundPage.openWireTab('History')
      await playgroundPage.locator('.history li').first().waitFor()
      const before = await playgroundPage.locator('.history li').count()
      await playgroundPage.page.getByRole('button', { name: 'Repeat echo' }).first().click()
      await playgroundPage.locator('.detail .outcome.good pre:text-is("again")').waitFor()
      expect(await playgroundPage.locator('.history li').count()).toBe(before + 1)
      await playgroundPage.openWireTab('Timeline')
      expect(playgroundPage.problems).toEqual([])
    })

    test(
      'get the same arguments from the form and from JSON',
      withPage(fixture, async ({ page, connect, open, press, locator, problems }) => {
        const server = fixture().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await server.script(
          { on: { rpcMethod: 'tools/list' }, do: [{ answer: { tools: [everyControl] } }] },
          { on: { rpcMethod: 'tools/call' }, do: [{ answer: { content: [] } }] },
        )
        const field = (name: string) => page.getByLabel(new RegExp(`^${name} `))
        await connect({ url: server.url })
        await open('Tools', 'tricky')
        await field('size').selectOption('large')
        await field('city').fill('Ulm')
        await field('zip').fill('89073')
        await press('Add words')
        await field('1\\.').fill('tea')
        await press('Add shape')
        await field('radius').fill('2.5')
        await press('Call')
        await locator('.outcome.good').waitFor()
        const expected = {
          mail: 'me@example.com',
          size: 'large',
          place: { city: 'Ulm', zip: 89073 },
          words: ['tea'],
          shape: { radius: 2.5 },
        }
        const sent = async () => (await server.journal()).at(-1)?.body as { params: { arguments: unknown } }
        expect((await sent()).params.arguments).toEqual(expected)
        await press('JSON')
        expect(JSON.parse(await locator('.editor textarea').inputValue())).toEqual(expected)
        await locator('.editor textarea').fill('{ "size": "small" }')
        await press('Call')
        await press('Send anyway')
        await server.until((entries) => JSON.stringify(entries.at(-1)?.body).includes('"small"'))
        expect((await sent()).params.arguments).toEqual({ size: 'small' })
        expect(problems).toEqual([])
      }),
    )
  })
}
