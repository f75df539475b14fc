/** What every adapter promises, run with each SDK in Node and in Chromium. */

import type { JournalEntry } from '../../src/testing/index.ts'
import { type ModelToolsOptions, modelTools } from '../../src/tools/index.ts'
import type { Driver, Seen, Turn } from './driver.ts'
import { createWorld, LONG_NAME, type World } from './ten-tools.ts'

export interface Assert {
  equal(actual: unknown, expected: unknown, what?: string): void
}

export interface Case {
  name: string
  run(driver: Driver, assert: Assert): Promise<void>
}

/** APIs whose results have a mark for failures; the others get a text. */
const hasErrorMark = new Set(['AI SDK', 'Anthropic Messages', 'LangChain'])

/** How a failure is told to the model. */
const failure = ({ name }: Driver, text: string): string =>
  hasErrorMark.has(name) ? text : `The tool failed:\n${text}`

/** Offers all tools of a new server, and makes the model call these by the names of the server. */
async function play(driver: Driver, calls: [string, object][], options: ModelToolsOptions = {}): Promise<Turn> {
  return inWorld(async ({ client }) => {
    const tools = await modelTools(client, options)
    return driver.run(
      tools,
      calls.map(([own, args]) => {
        const tool = tools.list.find(({ definition }) => definition.name === own)
        return { name: tool?.name ?? own, args }
      }),
    )
  })
}

async function inWorld<Result>(
  run: (world: World) => Promise<Result>,
  options?: Parameters<typeof createWorld>[0],
): Promise<Result> {
  const world = await createWorld(options)
  try {
    return await run(world)
  } finally {
    await world.end()
  }
}

/** What a provider would answer to this definition. */
function refusalOf({ name, description, schema }: Turn['offered'][number]): string | undefined {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `${name}: not a name`
  if (description === '') return `${name}: no description`
  if (schema.type !== 'object' || !schema.properties) return `${name}: no object with properties`
  const keyword = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'].find((one) => one in schema)
  if (keyword) return `${name}: ${keyword} at the top level`
  const key = Object.keys(schema.properties).find((one) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(one))
  return key && `${name}: property ${key}`
}

/** A result without the mark for failures, which not all APIs have. */
const shown = ({ text, media }: Seen) => [text, ...media]

export const cases: Case[] = [
  {
    name: 'offers every tool with a name, a description and a schema that providers take',
    async run(driver, assert) {
      await inWorld(async ({ client }) => {
        const tools = await modelTools(client)
        const { offered } = await driver.run(tools, [{ name: 'now', args: {} }])
        assert.equal(
          offered.flatMap((tool) => refusalOf(tool) ?? []),
          [],
        )
        assert.equal(new Set(offered.map(({ name }) => name)).size, 13)
        const schemas = tools.list.map(({ parameters }) => parameters)
        // The Agents SDK completes schemas, and opens all objects at the top level.
        const completed = schemas.map((schema) => ({ required: [], ...schema, additionalProperties: true }))
        const sent = driver.name === 'OpenAI Agents' ? completed : schemas
        const sorted = (schema: object) =>
          Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)))
        assert.equal(
          offered.map(({ schema }) => sorted(schema)),
          sent.map(sorted),
        )
      })
    },
  },
  {
    name: 'calls tools with unions, references, no properties, long names and odd keys',
    async run(driver, assert) {
      const { seen } = await inWorld(async ({ client }) => {
        const tools = await modelTools(client)
        const find = (own: string) => tools.list.find(({ definition }) => definition.name === own)!
        const read = find('files/read.text')
        const [key] = Object.keys(read.parameters.properties!)
        return driver.run(tools, [
          { name: 'area', args: { kind: 'square', side: 2 } },
          { name: 'travel', args: { to: { city: 'Rome' } } },
          { name: 'now', args: {} },
          { name: find(LONG_NAME).name, args: {} },
          { name: read.name, args: { [key!]: '7' } },
          { name: 'measure-it', args: {} },
          { name: 'measure-it', args: { both: true } },
        ])
      })
      assert.equal(seen.flatMap(shown), [
        'area of a square',
        'to Rome',
        'noon',
        'found',
        'read 7',
        '{"length":7}',
        '7 m',
      ])
      assert.equal(
        seen.filter(({ isError }) => isError),
        [],
      )
    },
  },
  {
    name: 'shows pictures to the model',
    async run(driver, assert) {
      const { seen } = await play(driver, [['draw', {}]])
      const expected: Record<string, string[]> = {
        'OpenAI Chat Completions': ['a pixel\n[image.png follows]', 'image/png'],
        LangChain: ['a pixel', 'image image/png'],
      }
      assert.equal(shown(seen[0]!), expected[driver.name] ?? ['a pixel', 'image/png'])
    },
  },
  {
    name: 'tells the model of sounds, which the API does not take',
    async run(driver, assert) {
      const { seen } = await play(driver, [['speak', {}]])
      assert.equal(shown(seen[0]!), ['[A result of type audio/wav and 6 bytes cannot be shown here]'])
    },
  },
  {
    name: 'shows a picture of 6 MB, or tells of it where the API takes 5 MB',
    async run(driver, assert) {
      const { seen } = await play(driver, [['speak', { large: true }]])
      const tooLarge = '[A result of type image/png and 4500000 bytes cannot be shown here]'
      const expected: Record<string, string[]> = {
        'Anthropic Messages': [tooLarge],
        'OpenAI Chat Completions': ['[image.png follows]', 'image/png'],
        LangChain: ['', 'image image/png'],
      }
      assert.equal(shown(seen[0]!), expected[driver.name] ?? ['', 'image/png'])
    },
  },
  {
    name: 'shows texts and files of resources, and tells of links',
    async run(driver, assert) {
      const { seen } = await play(driver, [['resources', {}]])
      const link = 'resource_link: {"uri":"file:///more.txt","name":"more"}'
      const { text, media } = seen[0]!
      assert.equal(text.replace('\n[paper.pdf follows]', ''), `file:///notes.txt\na note\n${link}`)
      assert.equal(media.length, 1)
      assert.equal([/application\/pdf/.test(media[0]!)], [true], media[0])
    },
  },
  {
    name: 'tells the model that a tool failed, with its text',
    async run(driver, assert) {
      const { seen } = await play(driver, [['fail', {}]])
      assert.equal(shown(seen[0]!), [failure(driver, 'no paper')])
      if (hasErrorMark.has(driver.name)) assert.equal(seen[0]!.isError, true)
    },
  },
  {
    name: 'shows the pictures of a tool that failed',
    async run(driver, assert) {
      const { seen } = await play(driver, [['fail', { picture: true }]])
      const told = driver.name === 'AI SDK' ? 'The tool failed:\nno paper' : failure(driver, 'no paper')
      assert.equal(seen[0]!.text.replace('\n[image.png follows]', ''), told)
      assert.equal(
        seen[0]!.media.map((type) => type.replace('image image', 'image')),
        ['image/png'],
      )
    },
  },
  {
    name: 'reports progress',
    async run(driver, assert) {
      const progress: unknown[] = []
      await play(driver, [['step', {}]], {
        onProgress: ({ progress: done, total, message }, { name }) => progress.push([name, done, total, message]),
      })
      assert.equal(progress, [['step', 1, 2, 'half']])
    },
  },
  {
    name: 'leaves questions of the server to the handlers of the client',
    async run(driver, assert) {
      const elicit = () => ({ action: 'accept' as const, content: { name: 'Ada' } })
      const { seen } = await inWorld(
        async ({ client }) => driver.run(await modelTools(client), [{ name: 'ask', args: {} }]),
        {
          handlers: { elicit },
        },
      )
      assert.equal(seen[0]!.text, '{"action":"accept","content":{"name":"Ada"}}')
    },
  },
  {
    name: 'tells the model that a call was not approved, and does not make it',
    async run(driver, assert) {
      await inWorld(async ({ client, control }) => {
        const tools = await modelTools(client, { approve: ({ annotations }) => annotations.readOnlyHint })
        const { seen } = await driver.run(tools, [
          { name: 'area', args: { kind: 'circle', radius: 1 } },
          { name: 'now', args: {} },
        ])
        assert.equal(seen[0]!.text, 'area of a circle')
        assert.equal([seen[1]!.text.includes('The call of now was not approved')], [true], seen[1]!.text)
        if (hasErrorMark.has(driver.name)) assert.equal(seen[1]!.isError, true)
        const methods = await control.methods()
        assert.equal(methods.filter((method) => method === 'tools/call').length, 1)
      })
    },
  },
  {
    name: 'tells the model that a tool is gone',
    async run(driver, assert) {
      await inWorld(async ({ client, tools: served }) => {
        const tools = await modelTools(client)
        const vanishing = { ...tools, refresh: async () => tools }
        served.splice(
          served.findIndex(({ name }) => name === 'now'),
          1,
        )
        const { seen } = await driver.run(vanishing, [{ name: 'now', args: {} }])
        assert.equal([seen[0]!.text.includes('There is no tool named now')], [true], seen[0]!.text)
      })
    },
  },
  {
    name: 'aborts the call at the server when the generation is aborted',
    async run(driver, assert) {
      await inWorld(async ({ client, control }) => {
        const stop = new AbortController()
        const reason = new DOMException('enough', 'AbortError')
        const tools = await modelTools(client, { onProgress: () => stop.abort(reason) })
        const outcome = await driver.run(tools, [{ name: 'wait', args: {} }], stop.signal).then(
          () => 'it ended',
          (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
        )
        assert.equal([/AbortError|abort/i.test(outcome)], [true], outcome)
        const isWaiting = ({ rpcMethod, body }: JournalEntry) => {
          return rpcMethod === 'tools/call' && (body as { params: { name: string } }).params.name === 'wait'
        }
        await control.until((journal) => journal.some((entry) => isWaiting(entry) && entry.ended === 'client-left'))
        assert.equal((await control.journal()).filter(isWaiting).length, 1)
      })
    },
  },
]
