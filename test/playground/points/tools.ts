/** Point 3: tools, their forms, their results, and how calls end. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Stage, visiting } from '../stage.ts'
import type { Visitor } from '../visitor.ts'

/** Every kind of input that a form has to know. */
const tricky = {
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

export function usingTools(stage: () => Stage): void {
  describe('tools', () => {
    let visitor: Visitor
    beforeAll(async () => {
      visitor = await stage().visit()
      await visitor.connect({ preset: '2025-11-25' })
    })

    test('are found by what they are called and what they do', async () => {
      await visitor.page.getByLabel('Search tools').fill('two numbers')
      expect(await visitor.locate('.items li').allInnerTexts()).toEqual([expect.stringMatching(/^add\s/)])
      await visitor.page.getByLabel('Search tools').fill('')
    })

    test('show what they return as text, also when it looks like markup', async () => {
      await visitor.call('echo', { text: '<img src="x" onerror="alert()">' })
      expect(await visitor.read('.outcome.good pre')).toBe('<img src="x" onerror="alert()">')
      expect(await visitor.locate('.outcome img').count()).toBe(0)
    })

    test('show images, sound, links, and structured content checked against its schema', async () => {
      await visitor.call('test_multiple_content_types')
      await visitor.locate('.outcome figcaption:has-text("1 × 1 pixels")').waitFor()
      await visitor.call('test_audio_content')
      await visitor.locate('.outcome audio').waitFor()
      await visitor.call('add', { a: '2', b: '40' })
      await visitor.locate('.outcome .tag.good:has-text("fits its schema")').waitFor()
      expect(await visitor.read('.outcome.good')).toMatch(/Structured content[\s\S]*sum:\s+42/)
      await visitor.call('link')
      await visitor.press('Read it from the server')
      expect(await visitor.read('.outcome.good')).toMatch(/content of the static text resource/)
    })

    test('that report an error are told from calls that fail', async () => {
      await visitor.call('fail')
      expect(await visitor.read('.outcome.warning')).toMatch(/reports an error[\s\S]*isError[\s\S]*always fails/)
      await visitor.call('throw', { message: 'out of tea' })
      expect(await visitor.read('.outcome.bad')).toMatch(/failed[\s\S]*answered[\s\S]*Code\s+rpc[\s\S]*out of tea/)
    })

    test('show how far they are and what they log, can be stopped, and go on working', async () => {
      await visitor.call('count', { to: '100000', every: '20' })
      await visitor.locate('.running p:has-text("of 100000")').waitFor()
      await visitor.press('Stop')
      expect(await visitor.read('.outcome.quiet h3')).toMatch(/^Stopped after/)
      await visitor.call('test_tool_with_logging')
      await visitor.locate('.logs li').nth(2).waitFor()
      expect(await visitor.read('.logs')).toMatch(/info[\s\S]*Tool processing data/)
    })

    test('log as much as the person wants', async () => {
      await visitor.locate('.server-card').click()
      await visitor.page.getByLabel('Log messages from').selectOption('error')
      await visitor.seeOnWire(/logging\/setLevel/)
      await visitor.call('log', { level: 'info' })
      await visitor.locate('.outcome.good').waitFor()
      expect(await visitor.locate('.logs').count()).toBe(0)
    })

    test('that were called can be called again from the history', async () => {
      await visitor.call('echo', { text: 'again' })
      await visitor.locate('.outcome.good').waitFor()
      await visitor.locate('.others button:has-text("History")').click()
      const before = await visitor.locate('.history li').count()
      await visitor.page.getByRole('button', { name: 'Repeat echo' }).first().click()
      expect(await visitor.read('.outcome.good pre')).toBe('again')
      expect(await visitor.locate('.history li').count()).toBe(before + 1)
      expect(visitor.complaints).toEqual([])
    })

    test(
      'get from their form what their schema describes, and the same from JSON',
      visiting(stage, async ({ page, connect, open, press, locate, complaints }) => {
        const server = stage().realm()
        await server.configure({ versions: ['2025-11-25'] })
        await server.script(
          { on: { rpc: 'tools/list' }, do: [{ answer: { tools: [tricky] } }] },
          { on: { rpc: 'tools/call' }, do: [{ answer: { content: [] } }] },
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
        await locate('.outcome.good').waitFor()
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
        expect(JSON.parse(await locate('.editor textarea').inputValue())).toEqual(expected)
        await locate('.editor textarea').fill('{ "size": "small" }')
        await press('Call')
        await server.until((entries) => JSON.stringify(entries.at(-1)?.body).includes('"small"'))
        expect((await sent()).params.arguments).toEqual({ size: 'small' })
        expect(complaints).toEqual([])
      }),
    )
  })
}
