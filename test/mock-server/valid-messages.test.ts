/** Every message that the mock server sends, and every one that the client sends to it, fits the exact schemas and the official ones. */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import type { Client, ConnectOptions, Handlers } from '../../src/core/index.ts'
import { schemas } from '../../src/schema/index.ts'
import { tasks } from '../../src/tasks/index.ts'
import type { JsonSchema, ProtocolVersion } from '../../src/types/index.ts'
import { officialName, schemaName } from '../conformance/message-names.ts'
import { readOfficialSchemas } from '../conformance/official-schemas.ts'
import { createVirtualWorld } from '../simulation/virtual-time/virtual-world.ts'
import { recordMessages } from './record-messages.ts'

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

const transports: { version: ProtocolVersion; transport: ConnectOptions['transport'] }[] = [
  { version: '2024-11-05', transport: 'sse' },
  { version: '2024-11-05', transport: 'streamable-http' },
  { version: '2025-03-26', transport: 'streamable-http' },
  { version: '2025-06-18', transport: 'streamable-http' },
  { version: '2025-11-25', transport: 'streamable-http' },
  { version: '2026-07-28', transport: 'streamable-http' },
]

/** What the extension of tasks adds to 2026-07-28 is not in the schema of the revision. */
const OF_EXTENSIONS = /^(GetTask|UpdateTask|CancelTask|CreateTask|Task)(Request|Result|Notification)$/

const official = await readOfficialSchemas()

/** What the official schema of the revision finds wrong. */
function findOfficialProblem(version: ProtocolVersion, name: string, value: unknown): string | undefined {
  const schemas = official[version]
  const known = officialName(schemas, name)
  if (known) return schemas.findProblem(known, value)
  return OF_EXTENSIONS.test(name) ? undefined : `there is no official ${name}`
}

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
      const name = schemaName(message, methods.get(message.id), (known) => known in schemas[version])
      used.add(name)
      const schema = (schemas[version] as Record<string, z.ZodMiniType>)[name]
      if (!schema) return [`no schema ${name} for ${JSON.stringify(message).slice(0, 200)}`]
      const { error } = schema.safeParse(message.result && name !== 'JSONRPCErrorResponse' ? message.result : message)
      const issues = error?.issues.map(({ path, message: text }) => `${path.join('.')} ${text}`) ?? []
      const problem = findOfficialProblem(version, name, message.result ?? message)
      if (problem) issues.push(`official: ${problem}`)
      return issues.length > 0 ? [`${name}: ${issues.join('; ')}: ${JSON.stringify(message).slice(0, 400)}`] : []
    })
    expect([...new Set(wrong)]).toEqual([])
    expect(used.size, [...used].join()).toBeGreaterThan(version === '2026-07-28' ? 25 : 20)
    await world.end()
  })
})
