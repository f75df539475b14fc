/** Hidden characters do not reach a model, writing that needs them does, and calls use what the server wrote. */
import { describe, expect, test } from 'vitest'
import { RpcError } from '../../../src/core/errors.ts'
import { cleanText, cleanTools, modelTools, openaiResponsesTools } from '../../../src/tools/index.ts'
import type { CallToolResult, ContentBlock } from '../../../src/types/index.ts'
import { createFakeSource, tool } from './fake-source.ts'
import { payloads, writing } from './hidden-text.ts'

describe('cleanText()', () => {
  test.for(payloads)('removes %s', ([, text, seen]) => {
    const { text: cleaned, removed } = cleanText(text)
    expect(cleaned).toBe(seen)
    expect(removed).toBeGreaterThan(0)
    expect(cleanText(cleaned)).toEqual({ text: seen, removed: 0 })
  })

  test.for(writing)('keeps %s', ([, text]) => {
    expect(cleanText(text)).toEqual({ text, removed: 0 })
  })

  test('replaces halves of characters, with which APIs refuse the whole request', () => {
    expect(cleanText('a\ud83db\udc00c\u{1f600}').text).toBe('a\ufffdb\ufffdc\u{1f600}')
  })

  test('leaves nothing to remove, whatever stands beside what', () => {
    const pieces = [
      ...[
        '\u001b',
        '[31m',
        ']8;;',
        '\u0007',
        '\u009b',
        '\u200b',
        '\u200c',
        '\u2060',
        '\ufe0f',
        '\u2066',
        '\u2069',
        '\n',
      ],
      ...['\u202e', '\u{e0041}', '\u{e007f}', '\u{1f3f4}', '\u{e0100}', 'a', '\ud83d', '\ude00', '\ufeff', '\ufff9'],
    ]
    // A generator with a fixed seed.
    let state = 7
    const next = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    for (let count = 0; count < 5_000; count++) {
      const length = 1 + Math.floor(next() * 12)
      const text = Array.from({ length }, () => pieces[Math.floor(next() * pieces.length)]).join('')
      const { text: cleaned } = cleanText(text)
      expect(cleanText(cleaned), JSON.stringify(text)).toEqual({ text: cleaned, removed: 0 })
    }
  })

  test.for([
    ['starts of sequences', '\u001b]'],
    ['parameters', '\u001b[1;1;1;1;'],
    ['isolates', '\u2066a'],
    ['ends of isolates', '\u2069'],
    ['flags', '\u{1f3f4}\u{e0061}\u{e0061}'],
    ['tags', '\u{e0061}'],
    ['selectors', '\u{e0100}'],
    ['overrides', '\u202e'],
    ['zero-width spaces', '\u200b'],
  ] as const)('takes linear time for many %s', ([, piece]) => {
    // A quadratic pass over a million characters takes minutes, and the test would time out.
    expect(cleanText(piece.repeat(1_000_000 / piece.length)).removed).toBeGreaterThan(0)
  })

  test('takes linear time for every start of a sequence, alone and between others', () => {
    const starts = ['\u001b[', '\u001b]', '\u001bP', '\u001bX', '\u001b^', '\u001b_', '\u001b ', '\u001b']
    const codes = ['\u0085', '\u0090', '\u0098', '\u009b', '\u009c', '\u009d', '\u009e', '\u009f']
    const pieces = [...starts, ...codes]
    for (const one of pieces) {
      for (const other of ['', 'x', '0', ...pieces]) {
        const piece = one + other
        // As above: in quadratic time, these take minutes.
        cleanText(piece.repeat(100_000 / piece.length))
      }
    }
  })

  test('takes a text of tens of millions of such characters, where engines cannot remember each of them', () => {
    expect(cleanText(`a${'\u200b'.repeat(30_000_000)}b`).text).toBe('ab')
  })
})

describe('cleanTools', () => {
  const hidden = '\u{e0049}\u{e0067}'
  const note = '[Hidden characters were removed in 1 place]'
  const respond = (name: string, args: object | undefined): CallToolResult => ({
    content: [
      { type: 'text', text: `${name}${hidden} ${JSON.stringify(args)}` },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: `a:${hidden}b`, name: `b${hidden}` },
    ],
  })

  function clean(definition: Parameters<typeof tool>[1], answer: (name: string, args?: object) => unknown = respond) {
    const source = createFakeSource([tool('add', definition)], answer)
    return modelTools(source, { clean: cleanTools }).then((tools) => ({ source, tools, add: tools.list[0]! }))
  }

  test('cleans descriptions and schemas, says so, and keeps the original', async () => {
    const description = `Adds${hidden}`
    const inputSchema = { type: 'object', properties: { a: { type: 'string', description } } } as const
    const { add } = await clean({ description, inputSchema })
    expect(add.description).toBe(`Adds ${note}`)
    expect(add.parameters.properties!.a!.description).toBe(`Adds ${note}`)
    expect(add.definition).toMatchObject({ description, inputSchema })
  })

  test('gives clean names to keys and values, unique ones, and calls with the originals', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        where: { $ref: `#/$defs/place${hidden}` },
        mode: { enum: ['on', `on${hidden}`, 'on\u202e'] },
      },
      $defs: {
        [`place${hidden}`]: {
          type: 'object',
          properties: { city: {}, [`city${hidden}`]: {}, 'city\u202e': {} },
          required: [`city${hidden}`],
        },
      },
    } as const
    const { add, source } = await clean({ inputSchema })
    expect(JSON.stringify(add.parameters)).toBe(cleanText(JSON.stringify(add.parameters)).text)
    const { where, mode } = add.parameters.properties!
    const modes = mode!.enum as string[]
    expect(new Set(modes).size).toBe(3)
    const name = (where!.$ref as string).split('/').at(-1)!
    const place = (add.parameters.$defs as Record<string, typeof add.parameters>)[name]!
    const keys = Object.keys(place.properties!)
    expect(new Set(keys).size).toBe(3)
    expect(place.required).toEqual([keys[1]])
    await add.call({ where: { city: 1, [keys[1]!]: 2, [keys[2]!]: 3 }, mode: modes[1] })
    expect(source.calls[0]!.args).toEqual({
      where: { city: 1, [`city${hidden}`]: 2, 'city\u202e': 3 },
      mode: `on${hidden}`,
    })
  })

  test('gives a clean name to a tool, and calls it by its own', async () => {
    const source = createFakeSource([tool('pay'), tool(`pay${hidden}`), tool('pay\u202e')])
    const tools = await modelTools(source, { clean: cleanTools })
    const names = tools.list.map(({ name }) => name)
    expect(new Set(names).size).toBe(3)
    expect(names.filter((name) => !/^[\w-]{1,64}$/.test(name))).toEqual([])
    await tools.find(names[1]!)!.call({})
    expect(source.calls[0]!.name).toBe(`pay${hidden}`)
  })

  test('cleans every text of a result, and leaves the result as it is', async () => {
    const { add } = await clean({})
    const result = await add.call({})
    const before = JSON.stringify(result)
    expect(add.toModelContent(result)).toEqual([
      { type: 'text', text: 'add {}' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'a:b', name: 'b' },
      { type: 'text', text: '[Hidden characters were removed in 3 places]' },
    ])
    expect(JSON.stringify(result)).toBe(before)
  })

  test.for<[string, CallToolResult]>([
    ['structured content', { content: [], structuredContent: { [`key${hidden}`]: `value${hidden}` } }],
    ['a failure', { content: [{ type: 'text', text: `no${hidden}` }], isError: true }],
    ['a resource', { content: [{ type: 'resource', resource: { uri: `a:${hidden}`, text: `b${hidden}` } }] }],
    ['a block of a later kind', { content: [{ type: 'video', note: [`a${hidden}`] } as unknown as ContentBlock] }],
  ])('cleans %s', async ([, result]) => {
    const { add } = await clean({}, () => result)
    const text = JSON.stringify(add.toModelContent(await add.call({})))
    expect(text).toBe(cleanText(text).text)
    expect(text).toContain('Hidden characters were removed')
  })

  test('cleans errors, and names that a model made up', async () => {
    const { tools } = await clean({}, () => {
      throw new RpcError('tools/call', { code: -32602, message: `no${hidden}` })
    })
    const { run } = openaiResponsesTools(tools)
    const call = (name: string) => ({ type: 'function_call', call_id: '1', name, arguments: '{}' })
    const outputs = await run({ output: [call('add'), call(`x${hidden}`)] })
    for (const { output } of outputs) expect(output).toBe(cleanText(output as string).text)
  })

  test('tells of a block that is nested too deeply', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    const { add } = await clean({}, () => ({ content: [{ type: 'video', deep }] }))
    expect(add.toModelContent(await add.call({}))).toEqual([
      { type: 'text', text: 'video: [nested too deeply to be shown]' },
    ])
  })

  test('stays after a refresh, and errors name the server of a tool that is new', async () => {
    const { tools, source } = await clean({ description: `Adds${hidden}` })
    source.tools = [...source.tools, tool('new', { server: 'crm' })]
    const later = await tools.refresh()
    expect(later.list[0]!.description).toBe(`Adds ${note}`)
    const error = new RpcError('tools/call', { code: -32603, message: `no${hidden}` })
    expect(later.toModelError(error, 'new')).toMatch(/^new of the server "crm" failed: tools\/call: no/)
  })
})
