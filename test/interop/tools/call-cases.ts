/** How tools are offered and called, with each SDK: schemas, progress, questions, approval, and calls that come to nothing. */
import { geminiTools, modelTools } from '../../../src/tools/index.ts'
import { type Case, hasErrorMark, inWorld, play, refusalOf, shown } from './case.ts'
import { LONG_NAME, tools as served } from './ten-tools.ts'

export const callCases: Case[] = [
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
        // Gemini gets the keywords that it documents.
        const reduced = geminiTools(tools).definitions[0]!.functionDeclarations.map(
          ({ parametersJsonSchema }) => parametersJsonSchema ?? { type: 'object', properties: {} },
        )
        const sent = { 'OpenAI Agents': completed, Gemini: reduced }[driver.name] ?? schemas
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
      assert.equal(seen[0]!.text, 'You are Ada')
    },
  },
  {
    name: 'tells the model that a call was not approved, and does not make it',
    async run(driver, assert) {
      await inWorld(async ({ client, server }) => {
        const tools = await modelTools(client, { approve: ({ annotations }) => annotations.readOnlyHint })
        const { seen } = await driver.run(tools, [
          { name: 'area', args: { kind: 'circle', radius: 1 } },
          { name: 'now', args: {} },
        ])
        assert.equal(seen[0]!.text, 'area of a circle')
        assert.equal([seen[1]!.text.includes('The call of now was not approved')], [true], seen[1]!.text)
        if (hasErrorMark.has(driver.name)) assert.equal(seen[1]!.isError, true)
        assert.equal(server.journal.calls('tools/call').length, 1)
      })
    },
  },
  {
    name: 'tells the model that a tool is gone',
    async run(driver, assert) {
      await inWorld(async ({ client, server }) => {
        const tools = await modelTools(client)
        const vanishing = { ...tools, refresh: async () => tools }
        const { now: _, ...others } = served
        server.configure({ tools: others })
        const { seen } = await driver.run(vanishing, [{ name: 'now', args: {} }])
        assert.equal([seen[0]!.text.includes('There is no tool named now')], [true], seen[0]!.text)
      })
    },
  },
  {
    name: 'aborts the call at the server when the generation is aborted',
    async run(driver, assert) {
      await inWorld(async ({ client, server }) => {
        const stop = new AbortController()
        const reason = new DOMException('enough', 'AbortError')
        const tools = await modelTools(client, { onProgress: () => stop.abort(reason) })
        const outcome = await driver.run(tools, [{ name: 'wait', args: {} }], stop.signal).then(
          () => 'it ended',
          (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
        )
        assert.equal([/AbortError|abort/i.test(outcome)], [true], outcome)
        await server.journal.until(() => server.journal.calls('tools/call', 'wait')[0]?.request.ended === 'client-left')
        assert.equal(server.journal.calls('tools/call', 'wait').length, 1)
      })
    },
  },
]
