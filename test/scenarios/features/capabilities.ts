/** Capabilities of the server: what is not declared is not asked for. */
import type { Scenario } from '../scenario.ts'
import { inBothEras } from '../steps/both-eras.ts'
import { timesSent } from '../steps/scripted-results.ts'

export const capabilities: Scenario[] = [
  {
    name: 'a server without tools gives an empty list and gets no request',
    ids: ['K-16'],
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      assert.equal(await (await connect()).listTools(), [])
      assert(!(await server.methods()).includes('tools/list'), 'no request')
    },
  },
  {
    name: 'tools are listed when the tools capability is empty, or when no capabilities are declared at all',
    ids: ['K-17', 'K-29'],
    invalid: 'server',
    async run({ connect, server, assert }) {
      for (const capabilities of [{ tools: {} }, null]) {
        await server.configure({ capabilities })
        assert((await (await connect()).listTools()).length > 0, `with ${JSON.stringify(capabilities)}`)
      }
    },
  },
  {
    name: 'in strict mode a capability that the server did not declare is a CapabilityError, and no request is sent',
    ids: ['K-16'],
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      const client = await connect({ strict: true })
      await assert.rejects(client.listTools(), { code: 'capability', delivery: 'not-executed', message: /tools/ })
      assert.equal(await server.methods(), ['initialize', 'notifications/initialized'])
    },
  },
  {
    name: 'tools/list_changed from a server without tools causes no request and no error',
    ids: ['K-18'],
    async run({ connect, server, macrotasks, assert }) {
      await server.configure({ capabilities: { prompts: {} } })
      const warnings: unknown[] = []
      const received: unknown[] = []
      const client = await connect({
        handlers: { roots: () => [] },
        onEvent: (event) => {
          if (event.type === 'warning') warnings.push(event)
          if (event.type === 'stream-event' && event.length > 0) received.push(event)
        },
      })
      await server.until((entries) => entries.some(({ httpMethod, status }) => httpMethod === 'GET' && status === 200))
      const before = await server.methods()
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      await server.until((entries) => entries.some(({ httpMethod, events }) => httpMethod === 'GET' && events >= 2))
      while (!received.length) await macrotasks(1)
      await macrotasks(20)
      assert.equal(await server.methods(), before)
      assert.equal(warnings, [])
      assert.equal(client.connection.status, 'connected')
    },
  },
  ...inBothEras({
    name: 'a server without resources gives empty lists and gets no requests for them',
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ capabilities: { tools: {} } })
      const client = await connect()
      assert.equal(await client.listResources(), [])
      assert.equal(await client.listResourceTemplates(), [])
      assert.equal(await client.listPrompts(), [])
      await assert.rejects(client.readResource('test://static-text'), { code: 'capability', delivery: 'not-executed' })
      for (const method of ['resources/list', 'resources/templates/list', 'prompts/list', 'resources/read']) {
        assert.equal(await timesSent(server, method), 0, method)
      }
      const strict = await connect({ strict: true, eraCache: new Map() })
      for (const list of ['listResources', 'listResourceTemplates', 'listPrompts'] as const) {
        await assert.rejects(strict[list](), { code: 'capability', delivery: 'not-executed' })
      }
    },
  }),
  ...inBothEras({
    name: 'a server without a capabilities object gets every request',
    invalid: 'server',
    async run(world) {
      const { connect, server, assert } = world
      await server.configure({ capabilities: null })
      const client = await connect()
      assert.equal(client.server.capabilities, undefined)
      assert((await client.listResources()).length > 0, 'resources')
      assert((await client.listPrompts()).length > 0, 'prompts')
      assert.equal((await client.readResource('test://static-text')).contents.length, 1)
      assert.equal((await client.getPrompt('test_simple_prompt')).messages.length, 1)
    },
  }),
  ...inBothEras({
    name: 'a server without prompts gets no prompts/get',
    async run({ connect, server, assert }) {
      await server.configure({ capabilities: { tools: {} } })
      const client = await connect()
      await assert.rejects(client.getPrompt('test_simple_prompt'), { code: 'capability', delivery: 'not-executed' })
      assert.equal(await timesSent(server, 'prompts/get'), 0)
    },
  }),
]
