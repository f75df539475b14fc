/** The lists of a store: kept fresh by the changes that the server reports. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { eventually } from '../steps/calls.ts'
import { requestsIn } from '../steps/journal.ts'
import { deepSchema, toolsAnswered } from '../steps/local-answers.ts'
import { namesOf, useStore } from './steps/open-store.ts'

const versionsOf = (modern: boolean) => ({ versions: [modern ? '2026-07-28' : '2025-11-25'] }) as const

export const lists: Scenario[] = [
  ...inBothEras({
    name: 'a change of one list at the server changes that list in the store, and nothing else',
    run: (world) =>
      useStore(world, versionsOf(world.modern), async ({ store, until }) => {
        const { assert, server } = world
        const before = await until('ready')
        await eventually(world, () => store.get().prompts.length > 0 && store.get().resources.length > 0)
        const { resources, prompts } = store.get()
        await store.callTool('test_trigger_tool_change')
        await eventually(world, () => store.get().tools !== before.tools)
        const { tools } = store.get()
        assert.equal(Math.abs(tools.length - before.tools.length), 1)
        assert.same(store.get().prompts, prompts)
        assert.same(store.get().resources, resources)
        for (const tool of before.tools) {
          if (namesOf(tools).includes(tool.name)) assert(tools.includes(tool), `${tool.name} is the same object`)
        }
        const journal = await server.journal()
        assert.equal(
          ['tools/list', 'prompts/list', 'resources/list'].map((rpc) => requestsIn(journal, rpc).length),
          [2, 1, 1],
        )
      }),
  }),
  ...inBothEras({
    name: 'refresh() loads the lists again, and the view is the same object if nothing changed',
    run: (world) =>
      useStore(world, { ...versionsOf(world.modern), lists: ['tools'] }, async ({ store, until }) => {
        const { assert, server } = world
        const before = await until('ready')
        await store.refresh()
        assert.same(store.get(), before)
        assert.equal(requestsIn(await server.journal(), 'tools/list').length, 2)
      }),
  }),
  {
    name: 'a list that cannot be loaded is the error of the view, until it can',
    async run(world) {
      const { assert, server } = world
      await server.script({
        on: { rpcMethod: 'tools/list' },
        nth: 1,
        do: [{ answerError: { code: -32603, message: 'the database is away' } }],
      })
      await useStore(world, { lists: ['tools'] }, async ({ store, until }) => {
        const { error, tools } = await until('degraded')
        assert.match(error, { code: 'rpc', rpcCode: -32603, message: /the database is away/ })
        assert.equal(tools, [])
        await store.refresh()
        assert.equal(store.get().error, undefined)
        assert(store.get().tools.length > 0, 'the tools are there')
      })
    },
  },
  {
    name: 'a tool that is nested too deep for JSON is shown like the others, and does not empty a store',
    run: (world) =>
      useStore(
        world,
        {
          lists: ['tools'],
          fetch: toolsAnswered(
            '{"name":"flat","inputSchema":{"type":"object"}}',
            `{"name":"deep","inputSchema":${deepSchema(20_000)}}`,
          ),
        },
        async ({ store, until }) => {
          const { assert } = world
          const { tools, error } = await until('ready')
          assert.equal(error, undefined)
          assert.equal(namesOf(tools), ['flat', 'deep'])
          await store.refresh()
          assert.equal(store.get().error, undefined)
          assert.same(store.get().tools[0], tools[0])
        },
      ),
  },
  {
    name: 'a server without list changes gets no subscription from a store',
    async run(world) {
      const { assert, server } = world
      await server.configure({ capabilities: { tools: {} } })
      for (const version of ['2026-07-28', '2025-11-25'] as const) {
        await useStore(world, { versions: [version], questions: [] }, async ({ until }) => {
          assert((await until('ready')).tools.length > 0, 'the tools are there')
        })
      }
      const methods = await server.methods()
      assert.equal(
        methods.filter((method) => ['GET', 'subscriptions/listen', 'prompts/list', 'resources/list'].includes(method)),
        [],
      )
    },
  },
  {
    name: 'a store of an HTTP+SSE server keeps its lists fresh too',
    run: (world) =>
      useStore(world, { url: world.server.sseUrl, lists: ['tools'] }, async ({ store, until }) => {
        const { tools } = await until('ready')
        await store.callTool('test_trigger_tool_change')
        await eventually(world, () => store.get().tools.length !== tools.length)
      }),
  },
]
