/** Cached results that have changed on the server: fetched again after a notification or a HeaderMismatch. */
import type { Scenario } from '../scenario.ts'
import { createStore } from '../steps/cache-store.ts'
import { answersTo, timesSent } from '../steps/scripted-results.ts'
import { subscribeToChanges } from './steps/changes.ts'
import { PUBLIC } from './steps/scopes.ts'

const WATCHED = 'test://watched-resource'

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } })

export const changes: Scenario[] = [
  {
    name: 'a list_changed notification makes that list be fetched again, and no other list',
    ids: ['protocol:C-10'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern()
      const next = await subscribeToChanges(client, {
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
      })
      const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']
      const ask = async () => {
        await client.listTools()
        await client.listPrompts()
        await client.listResources()
        await client.listResourceTemplates()
        return Promise.all(lists.map((method) => timesSent(server, method)))
      }
      assert.equal(await ask(), [1, 1, 1, 1])
      const expected = { tools: [2, 1, 1, 1], prompts: [2, 2, 1, 1], resources: [2, 2, 2, 2] }
      for (const [what, times] of Object.entries(expected)) {
        await server.act({ notify: { method: `notifications/${what}/list_changed` } })
        assert.match(await next(), { type: what })
        assert.equal(await ask(), times, what)
      }
    },
  },
  {
    name: 'a changed resource, or a part of it, is read again',
    ids: ['protocol:C-10'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const client = await connectModern()
      const next = await subscribeToChanges(client, { resourceSubscriptions: [WATCHED] })
      const read = async () => (await client.readResource(WATCHED)).contents[0] as { text: string }
      assert.equal((await read()).text, 'changed 0 times')
      await client.callTool('test_update_resource')
      assert.match(await next(), { type: 'resource', uri: WATCHED })
      assert.equal((await read()).text, 'changed 1 times')
      await read()
      assert.equal(await timesSent(server, 'resources/read'), 2)
      await server.act({ notify: { method: 'notifications/resources/updated', params: { uri: `${WATCHED}/part` } } })
      assert.match(await next(), { type: 'resource', uri: `${WATCHED}/part` })
      await read()
      assert.equal(await timesSent(server, 'resources/read'), 3)
    },
  },
  {
    name: 'a change that one client is notified of invalidates the cache for all clients that share it',
    ids: ['protocol:C-10'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      const cache = createStore()
      const listening = await connectModern({ cache })
      const other = await connectModern({ cache })
      const next = await subscribeToChanges(listening, { toolsListChanged: true })
      const before = (await other.listTools()).length
      await listening.callTool('test_trigger_tool_change')
      await next()
      assert.equal((await other.listTools()).length, before + 1)
    },
  },
  {
    name: 'a HeaderMismatch refreshes the cached tool list, however fresh that is',
    ids: ['protocol:C-11'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      await server.script(...answersTo('tools/list', { tools: [tool('region')], ...PUBLIC }))
      const client = await connectModern()
      await client.listTools()
      const { content } = await client.callTool('region', { region: 'eu' })
      assert.equal(content, [{ type: 'text', text: '{"region":"eu"}' }])
      assert.equal(await timesSent(server, 'tools/list'), 2)
      assert.equal(await timesSent(server, 'tools/call'), 2)
      assert((await client.listTools()).length > 1, 'what came is what is kept now')
      assert.equal(await timesSent(server, 'tools/list'), 2)
    },
  },
  {
    name: 'a list that arrives after its list_changed notification is not cached',
    ids: ['protocol:C-22'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      await server.script({
        on: { rpcMethod: 'tools/list' },
        nth: 1,
        do: [{ stream: {} }, { barrier: 'on its way' }, { answer: true }],
      })
      const client = await connectModern()
      const next = await subscribeToChanges(client, { toolsListChanged: true })
      const overtaken = client.listTools()
      await server.reached('on its way')
      await server.act({ notify: { method: 'notifications/tools/list_changed' } })
      assert.match(await next(), { type: 'tools' })
      await server.release('on its way')
      await overtaken
      await client.listTools()
      assert.equal(await timesSent(server, 'tools/list'), 2)
      await client.listTools()
      assert.equal(await timesSent(server, 'tools/list'), 2)
    },
  },
  {
    name: 'a resource that arrives after its change notification is not cached, not even for a client that shares the cache',
    ids: ['protocol:C-22'],
    async run({ connectModern, server, assert }) {
      await server.configure({ cache: PUBLIC })
      await server.script({
        on: { rpcMethod: 'resources/read' },
        nth: 1,
        do: [{ stream: {} }, { barrier: 'being read' }, { answer: true }],
      })
      const cache = createStore()
      const listening = await connectModern({ cache })
      const reading = await connectModern({ cache })
      const next = await subscribeToChanges(listening, { resourceSubscriptions: [WATCHED] })
      const overtaken = reading.readResource(WATCHED)
      await server.reached('being read')
      await server.act({ notify: { method: 'notifications/resources/updated', params: { uri: WATCHED } } })
      assert.match(await next(), { type: 'resource', uri: WATCHED })
      await server.release('being read')
      await overtaken
      await reading.readResource(WATCHED)
      assert.equal(await timesSent(server, 'resources/read'), 2)
    },
  },
]
