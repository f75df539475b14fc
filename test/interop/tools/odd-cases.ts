/** What hidden characters, budgets, repairs and searches do, with each SDK. */
import {
  budget,
  cleanText,
  cleanTools,
  type ModelToolsOptions,
  modelTools,
  repairArguments,
  scaleImages,
  searchTools,
} from '../../../src/tools/index.ts'
import { type Case, inWorld } from './case.ts'
import type { Driver } from './driver.ts'
import { oddCalls, oddTools, results } from './odd-tools.ts'

const BYTES = 4_000

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** All features at once, as an application would use them. */
const features = (): ModelToolsOptions => ({
  clean: cleanTools,
  repair: repairArguments(),
  budget: budget({ bytes: BYTES, images: scaleImages() }),
})

export const oddCases: Case[] = [
  {
    name: `shows at most ${BYTES} bytes of any of twenty results, without hidden characters`,
    async run(driver, assert) {
      await inWorld(
        async ({ client }) => {
          const tools = await modelTools(client, features())
          const names = Object.keys(results)
          assert.equal(names.length, 20)
          const { seen } = await driver.run(
            tools,
            names.map((name) => ({ name, args: {} })),
          )
          for (const [index, { text }] of seen.entries()) {
            const what = `${names[index]}: ${text}`
            assert.equal([bytesOf(text) <= BYTES, text === cleanText(text).text], [true, true], what)
          }
          assert.equal(seen.length, 20)
        },
        undefined,
        oddTools,
      )
    },
  },
  {
    name: 'lets the model read on what was shortened',
    async run(driver, assert) {
      await inWorld(
        async ({ client }) => {
          const tools = await modelTools(client, features())
          const { seen } = await driver.run(tools, [{ name: 'rows', args: {} }])
          const handle = /handle "(\w+)"/.exec(seen[0]!.text)?.[1]
          const calls = [{ handle, path: '/4999/name' }, { handle, query: 'row 4321' }, { handle: 'made up' }]
          const read = await driver.run(
            tools,
            calls.map((args) => ({ name: 'read_result', args })),
          )
          const [name, found, failed] = read.seen.map(({ text }) => text)
          assert.equal([name!.startsWith('row 4999\n')], [true], name)
          assert.equal([found!.includes('"name":"row 4321"')], [true], found)
          assert.equal([failed!.includes('There is no result with this handle')], [true], failed)
        },
        undefined,
        oddTools,
      )
    },
  },
  {
    name: 'repairs thirty odd calls, or tells the model what is wrong, and executes each at most once',
    async run(driver, assert) {
      await inWorld(
        async ({ client, server }) => {
          const tools = await modelTools(client, features())
          assert.equal(oddCalls.length, 30)
          for (const { args, sent, told } of oddCalls) {
            const before = server.journal.calls('tools/call').length
            const { seen } = await run(driver, tools, args)
            const calls = server.journal.calls('tools/call').slice(before)
            const got = calls.map(({ params }) => (params as { arguments?: unknown }).arguments)
            assert.equal(got, sent === undefined ? [] : [sent], JSON.stringify(args))
            if (told) assert.equal([seen[0]!.text.includes(told)], [true], seen[0]!.text)
          }
        },
        undefined,
        oddTools,
      )
    },
  },
  {
    name: 'finds tools by a search, and calls them',
    async run(driver, assert) {
      await inWorld(async ({ client }) => {
        const tools = searchTools(await modelTools(client), { budget: 0 })
        const { offered, seen } = await driver.run(tools, [
          { name: 'search_tools', args: { query: 'union area' } },
          { name: 'call_tool', args: { name: 'area', arguments: { kind: 'square', side: 2 } } },
          { name: 'call_tool', args: { name: 'nothing', arguments: {} } },
        ])
        assert.equal(
          offered.map(({ name }) => name),
          ['search_tools', 'call_tool'],
        )
        assert.equal([seen[0]!.text.startsWith('area\nA union at the top level')], [true], seen[0]!.text)
        assert.equal(seen[1]!.text, 'area of a square')
        assert.equal([seen[2]!.text.includes('There is no tool named nothing')], [true], seen[2]!.text)
      })
    },
  },
]

const run = (driver: Driver, tools: Awaited<ReturnType<typeof modelTools>>, args: object) =>
  driver.run(tools, [{ name: 'set', args }])
