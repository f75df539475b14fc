/** Every message that the mock server sends, and every one that the client sends to it, fits the exact schemas. */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Client, ConnectOptions, Handlers } from '../../src/core/index.ts'
import { schemas } from '../../src/schema/index.ts'
import { tasks } from '../../src/tasks/index.ts'
import type { JsonSchema, ProtocolVersion } from '../../src/types/index.ts'
import { createVirtualWorld } from '../virtual-time/virtual-world.ts'
import type { RawMessage } from './read-events.ts'
import { recordMessages } from './record-messages.ts'

/** The names of schemas by method, where they do not follow from it. */
const REQUESTS: Record<string, string> = {
  initialize: 'Initialize',
  ping: 'Ping',
  'server/discover': 'Discover',
  'tools/list': 'ListTools',
  'tools/call': 'CallTool',
  'resources/list': 'ListResources',
  'resources/templates/list': 'ListResourceTemplates',
  'resources/read': 'ReadResource',
  'resources/subscribe': 'Subscribe',
  'resources/unsubscribe': 'Unsubscribe',
  'prompts/list': 'ListPrompts',
  'prompts/get': 'GetPrompt',
  'completion/complete': 'Complete',
  'logging/setLevel': 'SetLevel',
  'subscriptions/listen': 'SubscriptionsListen',
  'tasks/get': 'GetTask',
  'tasks/update': 'UpdateTask',
  'tasks/cancel': 'CancelTask',
  'tasks/result': 'GetTaskPayload',
  'tasks/list': 'ListTasks',
  'elicitation/create': 'Elicit',
  'sampling/createMessage': 'CreateMessage',
  'roots/list': 'ListRoots',
}

const NOTIFICATIONS: Record<string, string> = {
  'notifications/initialized': 'Initialized',
  'notifications/cancelled': 'Cancelled',
  'notifications/progress': 'Progress',
  'notifications/message': 'LoggingMessage',
  'notifications/tools/list_changed': 'ToolListChanged',
  'notifications/prompts/list_changed': 'PromptListChanged',
  'notifications/resources/list_changed': 'ResourceListChanged',
  'notifications/resources/updated': 'ResourceUpdated',
  'notifications/roots/list_changed': 'RootsListChanged',
  'notifications/subscriptions/acknowledged': 'SubscriptionsAcknowledged',
  'notifications/elicitation/complete': 'ElicitationComplete',
  'notifications/tasks': 'Task',
  'notifications/tasks/status': 'TaskStatus',
}

const handlers: Handlers = {
  elicit: ({ requestedSchema, mode }) => ({
    action: 'accept',
    ...(mode !== 'url' && { content: argumentsFor(requestedSchema) as Record<string, string> }),
  }),
  sample: () => ({ role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'test' }),
  roots: () => [{ uri: 'file:///home', name: 'home' }],
}

/** Arguments with the required members of a schema. */
function argumentsFor({ properties = {}, required = [] }: JsonSchema = {}): Record<string, unknown> {
  const byType: Record<string, unknown> = { number: 1, integer: 1, boolean: true, array: [], object: {} }
  const valueFor = (name: string) => properties[name]?.enum ?? byType[`${properties[name]?.type}`] ?? 'a@b.example'
  return Object.fromEntries(required.map((name) => [name, [valueFor(name)].flat()[0] ?? []]))
}

/** Uses everything that the server has. A call that the server refuses is an answer like any other. */
async function useEverything(client: Client): Promise<void> {
  const settled = (promise: Promise<unknown>) => promise.catch(() => {})
  const listening = client.listen({ toolsListChanged: true, resourceSubscriptions: ['test://watched-resource'] })
  await listening.next()
  const tools = await client.listTools()
  for (const { name, inputSchema } of tools) {
    await settled(client.callTool(name, argumentsFor(inputSchema), { onProgress: () => {}, timeout: 5_000 }))
  }
  for (const what of ['form', 'url', 'sample', 'roots', 'all']) await settled(client.callTool('ask', { what }))
  for (const { uri } of await client.listResources()) await settled(client.readResource(uri))
  await client.listResourceTemplates()
  await settled(client.readResource('test://template/7/data'))
  await settled(client.readResource('test://nowhere'))
  for (const prompt of await client.listPrompts()) {
    const names = prompt.arguments?.map((argument) => argument.name) ?? []
    await settled(client.getPrompt(prompt.name, Object.fromEntries(names.map((name) => [name, 'test://static-text']))))
  }
  const ref = { type: 'ref/prompt', name: 'test_prompt_with_arguments' } as const
  await settled(client.complete({ ref, argument: { name: 'arg1', value: 't' } }))
  await settled(client.setLoggingLevel('debug'))
  await settled(client.callTool('log', {}))
  await settled(client.ping())
  if (client.server.capabilities?.tasks) await client.request('tasks/list', {})
  listening.close()
}

/** The name of the schema of a message. */
function schemaName(message: RawMessage, version: string, methods: ReadonlyMap<unknown, string>): string {
  const { id, method, result } = message
  if (method) return id === undefined ? `${NOTIFICATIONS[method]}Notification` : `${REQUESTS[method]}Request`
  if (!result) return 'JSONRPCErrorResponse'
  if (result.resultType === 'input_required') return 'InputRequiredResult'
  // In 2025-11-25 the description of the task is a member, from 2026-07-28 on it is the result.
  const isTask = result.resultType === 'task' || 'task' in result
  if (isTask && methods.get(id) === 'tools/call') return 'CreateTaskResult'
  // The result of a task is that of the request which it ran.
  if (methods.get(id) === 'tasks/result') return 'CallToolResult'
  const name = `${REQUESTS[`${methods.get(id)}`]}Result`
  return name in schemas[version as ProtocolVersion] ? name : 'EmptyResult'
}

const transports: { version: ProtocolVersion; transport: ConnectOptions['transport'] }[] = [
  { version: '2024-11-05', transport: 'sse' },
  { version: '2024-11-05', transport: 'streamable-http' },
  { version: '2025-03-26', transport: 'streamable-http' },
  { version: '2025-06-18', transport: 'streamable-http' },
  { version: '2025-11-25', transport: 'streamable-http' },
  { version: '2026-07-28', transport: 'streamable-http' },
]

describe('all messages of client and server fit the schemas of their revision', () => {
  test.for(transports)('$version over $transport', async ({ version, transport }) => {
    const world = createVirtualWorld()
    const recorded = recordMessages(world.fetch)
    const url = transport === 'sse' ? world.server.sseUrl : world.server.url
    const options = { url, transport, versions: [version], handlers, fetch: recorded.fetch, extensions: tasks() }
    const client = await world.until(world.connect(options as ConnectOptions & { url: string }))
    await world.until(useEverything(client))
    await world.until(client.close())
    await world.settle()
    const received = await recorded.received()
    const { sent } = recorded
    const methods = new Map([...sent, ...received].flatMap(({ id, method }) => (method ? [[id, method]] : [])))
    const used = new Set<string>()
    const wrong = [...sent, ...received].flatMap((message) => {
      const name = schemaName(message, version, methods)
      used.add(name)
      const schema = (schemas[version] as Record<string, z.ZodMiniType>)[name]
      if (!schema) return [`no schema ${name} for ${JSON.stringify(message).slice(0, 200)}`]
      const { error } = schema.safeParse(message.result && name !== 'JSONRPCErrorResponse' ? message.result : message)
      const issues = error?.issues.map(({ path, message: text }) => `${path.join('.')} ${text}`)
      return issues ? [`${name}: ${issues.join('; ')}: ${JSON.stringify(message).slice(0, 400)}`] : []
    })
    expect([...new Set(wrong)]).toEqual([])
    expect(used.size, [...used].join()).toBeGreaterThan(version === '2026-07-28' ? 25 : 20)
    await world.end()
  })
})
