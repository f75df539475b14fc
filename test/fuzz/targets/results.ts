/** Results of every method and of negotiation, mutated from their schemas: a value of its type or a typed error. */
import type { Client } from '../../../src/core/index.ts'
import { schemas } from '../../../src/schema/index.ts'
import { generateValue, mutate } from '../generate-value.ts'
import { createHostileServer, type HostileServer, json, type Reply } from '../hostile-server.ts'
import { hostileText } from '../hostile-text.ts'
import { assertTyped } from '../invariants.ts'
import { type FuzzTarget, pick, type Random, target, Violation } from '../target.ts'

type Version = keyof typeof schemas
const VERSIONS: Version[] = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']

const METHODS: Record<string, (client: Client) => Promise<unknown>> = {
  ListToolsResult: (client) => client.listTools(),
  ListResourcesResult: (client) => client.listResources(),
  ListResourceTemplatesResult: (client) => client.listResourceTemplates(),
  ListPromptsResult: (client) => client.listPrompts(),
  ReadResourceResult: (client) => client.readResource('file:///a'),
  GetPromptResult: (client) => client.getPrompt('a'),
  CompleteResult: (client) =>
    client.complete({ ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: '' } }),
}

function mutated(random: Random, version: Version, name: string): unknown {
  const schema = (schemas[version] as unknown as Record<string, Parameters<typeof generateValue>[0]>)[name]!
  let value = generateValue(schema, random)
  for (let changes = Math.floor(random() * 4); changes > 0; changes--) value = mutate(value, random)
  return value
}

interface ResultInput {
  version: Version
  method: string
  value: unknown
}

const clients = new Map<Version, { server: HostileServer; client: Client }>()

async function clientOf(version: Version): Promise<{ server: HostileServer; client: Client }> {
  const known = clients.get(version)
  if (known) return known
  const server = createHostileServer()
  const connected = await server.connect({ versions: [version], limits: { listPages: 3 } })
  if ('error' in connected) throw connected.error
  const made = { server, client: connected.value }
  clients.set(version, made)
  return made
}

interface ConnectInput {
  version: Version
  value: unknown
  status: number
}

export const resultTargets: FuzzTarget[] = [
  target<ResultInput>({
    name: 'a result of a method',
    generate(random) {
      const version = pick(random, VERSIONS)
      const method = pick(random, Object.keys(METHODS))
      return { version, method, value: mutated(random, version, method) }
    },
    async check({ version, method, value }) {
      const { server, client } = await clientOf(version)
      server.serve = () => json({ jsonrpc: '2.0', id: '$id', result: value })
      const outcome = await server.settled(METHODS[method]!(client))
      if ('error' in outcome) assertTyped(outcome.error)
      else if (method.startsWith('List') && !Array.isArray(outcome.value))
        throw new Violation('a list that is no array')
    },
  }),
  target<ConnectInput>({
    name: 'what a server says of itself',
    generate(random) {
      const version = pick(random, VERSIONS)
      const name = version === '2026-07-28' ? 'DiscoverResult' : 'InitializeResult'
      return { version, value: mutated(random, version, name), status: pick(random, [200, 200, 200, 400, 404, 500]) }
    },
    async check({ version, value, status }) {
      const server = createHostileServer()
      const hostile: Reply = json({ jsonrpc: '2.0', id: '$id', result: value }, status)
      server.serve = ({ message }) => (message?.method === 'notifications/initialized' ? undefined : hostile)
      const connected = await server.connect({ versions: [version] })
      if ('error' in connected) return assertTyped(connected.error)
      const { info, instructions } = connected.value.server
      if (info !== undefined && typeof info !== 'object') throw new Violation(`the server is ${JSON.stringify(info)}`)
      if (instructions !== undefined && typeof instructions !== 'string')
        throw new Violation('instructions are no text')
      server.serve = () => undefined
      const closed = await server.settled(connected.value.close())
      if ('error' in closed) throw new Violation(`closing fails: ${closed.error}`)
    },
  }),
  target<{ data: string; event: string }>({
    name: 'the endpoint of an HTTP+SSE server',
    generate: (random) => ({
      data: hostileText(random, 8),
      event: pick(random, ['endpoint', 'endpoint', 'message', '']),
    }),
    async check({ data, event }) {
      const server = createHostileServer()
      server.serve = ({ method }) =>
        method === 'GET'
          ? {
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              body: `event: ${event}\ndata: ${data}\n\n`,
            }
          : { status: 405, headers: {}, body: '' }
      const connected = await server.connect({ transport: 'sse' })
      if ('value' in connected) throw new Violation('connected to a stream that had ended')
      assertTyped(connected.error)
    },
  }),
]
