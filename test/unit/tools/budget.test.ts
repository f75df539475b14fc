/** A budget is never exceeded, and everything that it leaves out can be read: by these tools and by no others. */
import { describe, expect, test } from 'vitest'
import {
  aiSdkTools,
  anthropicTools,
  type BudgetOptions,
  budget,
  geminiTools,
  type ImageBudget,
  type LangChainToolFields,
  langchainTools,
  type ModelTools,
  type ModelToolsOptions,
  modelTools,
  openaiAgentsServer,
  openaiChatTools,
  openaiResponsesTools,
  type StoredResult,
  scaleImages,
} from '../../../src/tools/index.ts'
import type { CallToolResult, ContentBlock } from '../../../src/types/index.ts'
import { createFakeSource, tool } from './fake-source.ts'
import { createRandom, type Random } from './random.ts'

const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const textIn = (block: ContentBlock | undefined) => (block as { text?: string } | undefined)?.text ?? ''
const bytesOf = (value: string) => new TextEncoder().encode(value).length

function toolsWith(answer: () => unknown, options: BudgetOptions = {}, others: ModelToolsOptions = {}) {
  return modelTools(createFakeSource([tool('get')], answer), { budget: budget(options), ...others })
}

async function shown(tools: ModelTools, name = 'get', args: object = {}): Promise<ContentBlock[]> {
  const found = tools.find(name)!
  return found.toModelContent(await found.call(args))
}

const joined = (content: readonly ContentBlock[]) => content.map(textIn).join('\n')
const handlesOf = (value: string) => [...value.matchAll(/handle "(\w+)"/g)].map(([, handle]) => handle!)

/** All of a result, as a model reads it on and on. */
async function readAll(tools: ModelTools, handle: string): Promise<string> {
  let whole = ''
  for (let start: number | undefined = 0; start !== undefined; ) {
    const [part, note] = await shown(tools, 'read_result', { handle, start })
    whole += textIn(part)
    const next: string | undefined = / start (\d+)/.exec(textIn(note))?.[1]
    start = next === undefined ? undefined : Number(next)
  }
  return whole
}

const rows = Array.from({ length: 5_000 }, (_, id) => ({
  id,
  name: `row ${id}`,
  tags: ['a', 'b'],
  note: 'é'.repeat(20),
}))

/** A PNG of which only the beginning is there. */
const png = (width: number, height: number, length = 40) => {
  const bytes = new Uint8Array(length)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return Buffer.from(bytes).toString('base64')
}

describe('a result within the budget', () => {
  test('is as it was', async () => {
    const content = [text('a'), { type: 'image', data: png(1, 1), mimeType: 'image/png' } as const]
    expect(await shown(await toolsWith(() => ({ content })))).toEqual(content)
  })
})

describe('a result above the budget', () => {
  test('is cut at the structure of JSON, with counts and a handle', async () => {
    const tools = await toolsWith(() => ({ content: [text(JSON.stringify({ rows, total: 5_000 }))] }), { bytes: 2_000 })
    const value = joined(await shown(tools))
    expect(value).toMatch(/^\{"rows":\[\{"id":0,"name":"row 0","tags":\["a","b"\],"note":"é+"\}/)
    expect(value).toMatch(/"… 49\d\d more items"\],"total":5000\}\n\[Shortened\. The whole text has \d+ characters\./)
    expect(JSON.parse(value.split('\n')[0]!)).toMatchObject({ total: 5_000 })
    expect(bytesOf(value)).toBeLessThanOrEqual(2_000)
  })

  test('is cut at the lines of other text: the beginning and the end stay', async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `line ${index}`)
    const value = joined(await shown(await toolsWith(() => ({ content: [text(lines.join('\n'))] }), { bytes: 1_000 })))
    expect(value).toMatch(/^line 0\nline 1\n/)
    expect(value).toMatch(/\nline \d+\n\[… \d+ characters left out …\]\nline \d+\n/)
    expect(value).toContain('\nline 1999\n[Shortened.')
  })

  test('keeps structured content cut like JSON', async () => {
    const value = joined(
      await shown(await toolsWith(() => ({ content: [], structuredContent: rows }), { bytes: 1_500 })),
    )
    expect(value).toMatch(/^\[\{"id":0,/)
  })

  test('leaves short texts beside a long one whole, and everything in its order', async () => {
    const image = { type: 'image', data: png(1, 1), mimeType: 'image/png' } as const
    const content = [text('before'), image, text('x'.repeat(50_000)), text('after')]
    const blocks = await shown(await toolsWith(() => ({ content }), { bytes: 4_000 }))
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'text'])
    expect([blocks[0], blocks[1], blocks[3]]).toEqual([text('before'), image, text('after')])
  })

  test.for<[string, string, RegExp]>([
    ['scalars', `[${Array.from({ length: 9_000 }, (_, id) => id).join(', ')}]`, /^\[0,1,2,.*"… \d+ more items"\]\n/],
    [
      'long strings',
      JSON.stringify({ a: `"\\${'x'.repeat(9_000)}`, b: 1 }),
      /^\{"a":"\\"\\\\x+… \d+ more characters","b":1\}\n/,
    ],
    [
      'many members',
      JSON.stringify(Object.fromEntries(rows.map(({ id }) => [`key${id}`, id]))),
      /"…": "\d+ more members"\}\n/,
    ],
    ['deep objects', `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`, /^\{"a":\{"a":.*"… (nested|1 members)"/],
    ['a bracket that is no JSON', `[note] ${'text '.repeat(900)}`, /^\[note\] text /],
    ['JSON that is cut off', `{"a":[${'1,'.repeat(3_000)}`, /^\{"a":\[1,1,/],
    ['brackets that do not match', `[{"a":1]${' '.repeat(3_000)}}`, /^\[\{"a":1\]/],
    ['a string without an end', `["${'x'.repeat(3_000)}`, /^\["xxx/],
    ['empty branches', `[${'{},[],'.repeat(900)}{}]`, /^\[\{\},\[\],\{\}/],
  ])('shows %s', async ([, value, expected]) => {
    expect(joined(await shown(await toolsWith(() => ({ content: [text(value)] }), { bytes: 1_000 })))).toMatch(expected)
  })

  test('of an error says so in few bytes, too', async () => {
    const failing = () => {
      throw new Error(`no: ${'x'.repeat(50_000)}`)
    }
    const { run } = openaiResponsesTools(await toolsWith(failing, { bytes: 1_000 }))
    const [output] = await run({
      output: [{ type: 'function_call', name: 'get', arguments: '{}', call_id: '1' } as never],
    })
    expect(bytesOf(output!.output as string)).toBeLessThanOrEqual(1_000)
    expect(output!.output).toMatch(/^The tool failed:\nget failed: no: xxx/)
  })

  test('leaves the result for the application as it is', async () => {
    const content = [text('x'.repeat(50_000))]
    const result = await (await toolsWith(() => ({ content }))).find('get')!.call({})
    expect(result.content).toBe(content)
  })

  test('that the application stored and loaded again is cut as well', async () => {
    const tools = await toolsWith(() => ({ content: [text('x'.repeat(50_000))] }), { bytes: 1_000 })
    const get = tools.find('get')!
    const copy = JSON.parse(JSON.stringify(await get.call({}))) as CallToolResult
    expect(bytesOf(joined(get.toModelContent(copy)))).toBeLessThanOrEqual(1_000)
  })
})

describe('pictures and files', () => {
  const image = (data: string, mimeType = 'image/png'): ContentBlock => ({ type: 'image', data, mimeType })

  test.for<[string, ContentBlock, RegExp | undefined]>([
    ['a picture of 40 megapixels', image(png(8_000, 5_000)), /image\/png, 8000 × 5000 pixels, 4\d bytes, too large/],
    ['a picture that is small', image(png(800, 600)), undefined],
    ['a picture of many bytes', image(png(800, 600, 2_000_000)), /800 × 600 pixels, 200000\d bytes, too large/],
    [
      'a GIF',
      image(Buffer.from('GIF89a\xff\x0f\x0a\x00', 'latin1').toString('base64'), 'image/gif'),
      /4095 × 10 pixels/,
    ],
    [
      'a JPEG',
      image(Buffer.from('ffd8ffe000044a46ffc2001108123410e003', 'hex').toString('base64'), 'image/jpeg'),
      /4320 × 4660 pixels/,
    ],
    [
      'a WebP',
      image(
        Buffer.from('524946460000000057454250565038580000000000000000102700000000', 'hex').toString('base64'),
        'image/webp',
      ),
      /10001 × 1 pixels/,
    ],
    ['a picture that is no base64', image('$$$'), /image\/png, 2 bytes, its size cannot be read/],
    [
      'a picture of a type that is not read',
      image('AAAA', 'image/tiff'),
      /image\/tiff, 3 bytes, its size cannot be read/,
    ],
    [
      'a file of 4 MB',
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/pdf', blob: 'A'.repeat(4_000_000) } },
      /application\/pdf, 3000000 bytes, too large/,
    ],
    [
      'a sound of 4 MB',
      { type: 'audio', data: 'A'.repeat(4_000_000), mimeType: 'audio/wav' },
      /audio\/wav, 3000000 bytes, too large/,
    ],
    ['a type that is a book', image('AAAA', 'x'.repeat(5_000)), /Left out: x{50}, 3 bytes/],
  ])('%s: what cannot be scaled here is told of', async ([, block, expected]) => {
    const blocks = await shown(await toolsWith(() => ({ content: [block] }), { images: scaleImages() }))
    if (expected) expect(blocks).toEqual([text(expect.stringMatching(expected) as unknown as string)])
    else expect(blocks).toEqual([block])
  })

  test.for<[string, ContentBlock, ImageBudget, RegExp | undefined]>([
    ['a picture of 40 megapixels', image(png(8_000, 5_000)), {}, /image\/png, 8000 × 5000 pixels, 42 bytes, too large/],
    ['a picture of a 4K screen', image(png(3_840, 2_160)), {}, undefined],
    ['a picture above the limit', image(png(3_840, 2_160)), { pixels: 1_000_000 }, /too large/],
    ['a picture without a size', image('AAAA'), {}, /its size cannot be read/],
    [
      'a small file',
      { type: 'resource', resource: { uri: 'a:b', mimeType: 'application/pdf', blob: 'AAAA' } },
      {},
      undefined,
    ],
  ])('%s, without scaling', async ([, block, images, expected]) => {
    const blocks = await shown(await toolsWith(() => ({ content: [block] }), { images }))
    if (expected) expect(blocks).toEqual([text(expect.stringMatching(expected) as unknown as string)])
    else expect(blocks).toEqual([block])
  })

  test('are as many as allowed', async () => {
    const content = Array.from({ length: 30 }, () => image(png(1, 1)))
    const blocks = await shown(await toolsWith(() => ({ content }), { images: { count: 3 } }))
    expect(blocks.map(({ type }) => type)).toEqual(['image', 'image', 'image', 'text'])
    expect(blocks[3]).toEqual(text('[Left out: 27 more pictures and files]'))
  })
})

describe('read_result', () => {
  const whole = JSON.stringify({ rows, 'a/b': { '~': 'tilde' } })
  const reading = async (args: object, options: BudgetOptions = { bytes: 2_000 }) => {
    const tools = await toolsWith(() => ({ content: [text(whole)] }), options)
    const [handle] = handlesOf(joined(await shown(tools)))
    return shown(tools, 'read_result', { handle, ...args })
  }

  test.for<[string, object, RegExp]>([
    ['a path', { path: '/rows/4999/name' }, /^row 4999\n\[Characters 0 to 8 of 8\.\]$/],
    ['a path with escapes', { path: '/a~1b/~0' }, /^tilde\n/],
    ['a path without a slash', { path: 'rows/1/tags' }, /^\["a","b"\]\n/],
    ['a path to much', { path: '/rows' }, /^\[\{"id":0.*\n\[Shortened\. It has \d+ characters/],
    ['a path that is not there', { path: '/rows/5000' }, /nothing at this path/],
    ['a path into what every object has', { path: '/constructor' }, /nothing at this path/],
    ['a range', { start: 2, end: 6 }, /^rows\n\[Characters 2 to 6 of \d+\. Go on with start 6\.\]$/],
    ['a range in a path', { path: '/rows/7/name', start: 4 }, /^7\n/],
    ['a range as text', { start: '2', end: '6' }, /^rows\n/],
    ['a range behind the end', { start: 1e9 }, /^\n\[Characters \d+ to \d+/],
    ['a range that is none', { start: -1, end: 'x' }, /^\{"rows":/],
    ['a query', { query: 'row 4998' }, /^\[at \d+\] .*"row 4998"/],
    ['a query without a match', { query: 'nothing like it' }, /Nothing found/],
    ['an empty query', { query: '' }, /Nothing found/],
    ['a query with too many matches', { query: 'row' }, /\[There are more after \d+\]$|\[at \d+\]/],
  ])('takes %s', async ([, args, expected]) => {
    const value = joined(await reading(args))
    expect(value).toMatch(expected)
    expect(bytesOf(value)).toBeLessThanOrEqual(2_000)
  })

  test('takes no handle of other tools, even with the same store', async () => {
    const store = new Map<string, StoredResult>()
    const answer = () => ({ content: [text(whole)] })
    const [ours, theirs] = [await toolsWith(answer, { store }), await toolsWith(answer, { store })]
    const [handle] = handlesOf(joined(await shown(ours)))
    expect(store.size).toBe(1)
    for (const stolen of [handle, [...store.keys()][0]!, '__proto__', 7]) {
      const result = await theirs.find('read_result')!.call({ handle: stolen })
      expect(result).toEqual({
        content: [text(expect.stringContaining('There is no result') as unknown as string)],
        isError: true,
      })
    }
    expect(joined(await shown(ours, 'read_result', { handle }))).toContain('{"rows"')
  })

  test('stays the same after a refresh', async () => {
    const tools = await toolsWith(() => ({ content: [text(whole)] }))
    const [handle] = handlesOf(joined(await shown(tools)))
    expect(joined(await shown(await tools.refresh(), 'read_result', { handle }))).toContain('{"rows"')
  })

  test('has a limit of memory: the oldest results leave first', async () => {
    const tools = await toolsWith(() => ({ content: [text(whole)] }), { maxCharacters: 2.5 * whole.length })
    const handles = [1, 2, 3].map(async () => handlesOf(joined(await shown(tools)))[0]!)
    const kept = (await Promise.all(handles)).map(
      async (handle) => (await tools.find('read_result')!.call({ handle })).isError,
    )
    expect(await Promise.all(kept)).toEqual([true, undefined, undefined])
  })

  test('has an end', async () => {
    for (const store of [undefined, new Map<string, StoredResult>()]) {
      const tools = await toolsWith(() => ({ content: [text(whole)] }), { maxAge: 0, store })
      const [handle] = handlesOf(joined(await shown(tools)))
      expect(await tools.find('read_result')!.call({ handle })).toMatchObject({ isError: true })
    }
  })

  test('has a name of its own beside a tool of the server, and with a prefix', async () => {
    const source = createFakeSource([tool('read_result')])
    const names = (tools: ModelTools) => tools.list.map(({ name }) => name)
    expect(names(await modelTools(source, { budget: budget(), prefix: 'a_' }))).toContain('a_read_result')
    const [own, reader] = names(await modelTools(source, { budget: budget() }))
    expect([own, reader]).toEqual(['read_result', expect.stringMatching(/^read_result_\w{14}$/)])
  })

  test('does not fail with a store that does', async () => {
    const failing = () => Promise.reject(new Error('full'))
    const tools = await toolsWith(() => ({ content: [text(whole)] }), { store: { get: () => undefined, set: failing } })
    expect(joined(await shown(tools))).toContain('Shortened')
  })
})

describe('whatever a result is', () => {
  const words = [
    'a',
    'é',
    '漢',
    '\u{1f600}',
    '\n',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ' ',
    'word',
    '0',
    '\ud83d',
    'x'.repeat(90),
  ]

  function randomText(random: Random): string {
    if (random.chance(0.4)) return JSON.stringify(randomValue(random, 5))
    const size = 1 << random.below(11)
    return Array.from({ length: size }, () => random.pick(words)).join('')
  }

  /** `left.nodes` bounds the whole. */
  function randomValue(random: Random, depth: number, left = { nodes: 400 }): unknown {
    left.nodes--
    if (depth === 0 || left.nodes < 0 || random.chance(0.2)) {
      return random.pick([1, true, null, random.pick(words).repeat(random.below(random.chance(0.1) ? 300 : 9))])
    }
    const length = random.below(random.chance(0.1) ? 200 : 8)
    const values = Array.from({ length }, () => randomValue(random, depth - 1, left))
    return random.chance(0.5)
      ? values
      : Object.fromEntries(values.map((value, index) => [random.pick(words) + index, value]))
  }

  function randomBlock(random: Random): ContentBlock {
    const uri = `a:${random.pick(words).repeat(random.below(random.pick([10, 100, 200])))}`
    const blob = png(random.below(4_000), random.below(4_000), random.below(random.chance(0.05) ? 1_200_000 : 60) + 40)
    return random.pick<() => ContentBlock>([
      () => text(randomText(random)),
      () => text(randomText(random)),
      () => ({ type: 'image', data: blob, mimeType: random.pick(['image/png', 'image/tiff', uri]) }),
      () => ({ type: 'audio', data: blob, mimeType: 'audio/wav' }),
      () => ({ type: 'resource', resource: { uri, text: randomText(random) } }),
      () => ({ type: 'resource', resource: { uri, blob, mimeType: random.pick(['application/pdf', uri]) } }),
      () => ({ type: 'resource_link', uri, name: randomText(random), _meta: { note: randomText(random) } }),
      () => ({ type: 'video', note: randomText(random) }) as unknown as ContentBlock,
      () => ({ type: 'text', text: 'a', resource: { blob, text: randomText(random) } }) as unknown as ContentBlock,
    ])()
  }

  /** Many names that are as long as they can be. */
  function randomMedia(random: Random): ContentBlock {
    const uri = `a:${random.pick(['éé', 'xxxx', '漢x']).repeat(28 + random.below(10))}`
    return {
      type: 'resource',
      resource: { uri, blob: png(1, 1), mimeType: random.pick(['image/png', 'application/pdf']) },
    }
  }

  const name = `get_${'x'.repeat(60)}`

  /** All texts that each adapter gives for a call. */
  async function textsOfAll(source: ModelTools): Promise<Record<string, string[]>> {
    const calls = [{ id: '1', type: 'function', function: { name, arguments: '{}' } }]
    const [responses] = await openaiResponsesTools(source).run({
      output: [{ type: 'function_call', call_id: '1', name, arguments: '{}' } as { type: string }],
    })
    const all: Record<string, unknown> = {
      responses: responses!.output,
      anthropic: await anthropicTools(source).run({
        content: [{ type: 'tool_use', id: '1', name, input: {} } as { type: string }],
      }),
      chat: await openaiChatTools(source).run({ choices: [{ message: { tool_calls: calls } }] }),
      agents: await openaiAgentsServer(source).callTool(name, {}),
    }
    for (const media of ['beside', 'within'] as const) {
      const content = { parts: [{ functionCall: { name, args: {} } }] }
      all[`gemini ${media}`] = await geminiTools(source, { media }).run({ candidates: [{ content }] })
    }
    for (const version of [5, 6, 7] as const) {
      const own = aiSdkTools(source, { version })[name]!
      const output = await own.execute({}, {})
      all[`ai-sdk ${version}`] = own.toModelOutput((version === 5 ? output : { output }) as never)
    }
    class Message {
      readonly content: unknown
      constructor({ content }: { content: unknown }) {
        this.content = content
      }
    }
    const fieldsOf: LangChainToolFields<Message>[] = []
    class Tool {
      constructor(fields: LangChainToolFields<Message>) {
        fieldsOf.push(fields)
      }
    }
    langchainTools(source, { DynamicStructuredTool: Tool, ToolMessage: Message })
    all.langchain = (await fieldsOf[0]!.func({}, undefined, { toolCall: { id: '1' } }))[0]
    return Object.fromEntries(Object.entries(all).map(([adapter, value]) => [adapter, textsOf(value)]))
  }

  test('its texts never exceed the budget with any adapter, and every byte of them can be read', async () => {
    const shownMedia = new Set<string>()
    for (let seed = 1; seed <= 100; seed++) {
      const random = createRandom(seed)
      const bytes = random.pick([1_000, 1_001, 1_500, 4_000, 30_000])
      const count = 1 + random.below(random.chance(0.1) ? 300 : 6)
      const content = random.chance(0.3)
        ? [...Array.from({ length: 10 }, () => randomMedia(random)), text('x'.repeat(bytes))]
        : Array.from({ length: count }, () => randomBlock(random))
      const result = random.chance(0.1)
        ? { content: [], structuredContent: randomValue(random, 6) }
        : { content, isError: random.chance(0.2) }
      const options = { bytes, ...(random.chance(0.5) && { images: scaleImages() }) }
      const tools = await modelTools(
        createFakeSource([tool(name)], () => result),
        { budget: budget(options) },
      )
      const texts = await textsOfAll(tools)
      for (const block of tools.list[0]!.toModelContent(result as CallToolResult)) shownMedia.add(block.type)
      for (const [adapter, own] of Object.entries(texts)) {
        expect(bytesOf(own.join('\n')), `${adapter}, seed ${seed}`).toBeLessThanOrEqual(bytes)
      }
      const plain = await modelTools(createFakeSource([tool(name)], () => result))
      const original = plain.list[0]!.toModelContent(result as CallToolResult)
      const handles = handlesOf(texts.responses!.join('\n'))
      const read =
        (await Promise.all(handles.map((handle) => readAll(tools, handle)))).join('\n') + texts.responses!.join('\n')
      for (const block of original) {
        if (block.type !== 'text') continue
        // What cannot be encoded is a replacement character on every wire.
        expect(toWire(read).includes(toWire(block.text)), `seed ${seed}`).toBe(true)
      }
    }
    expect([...shownMedia]).toEqual(expect.arrayContaining(['text', 'image', 'resource']))
  })

  const toWire = (value: string) => new TextDecoder().decode(new TextEncoder().encode(value))

  /** All texts within a value that are not base64. */
  function textsOf(value: unknown): string[] {
    if (typeof value === 'string') return [value]
    if (Array.isArray(value)) return value.flatMap(textsOf)
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, member]) => {
      if (typeof member !== 'string') return textsOf(member)
      return /^(text|content|title|filename|output|error|value)$/.test(key) ? [member] : []
    })
  }
})

test('a budget that is too small for a notice is refused', () => {
  expect(() => budget({ bytes: 999 })).toThrow('budget: bytes is 999. Pass 1000 or more')
})
