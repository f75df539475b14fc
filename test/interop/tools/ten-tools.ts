/** The MCP server of these tests, in process: ten tools that make trouble somewhere, and some that wait or ask. */
import { type Client, type ConnectOptions, connect } from '../../../src/core/index.ts'
import { createMockServer, type MockServer, type MockTool } from '../../../src/testing/index.ts'
import type { ContentBlock } from '../../../src/types/index.ts'

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC'

const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const image: ContentBlock = { type: 'image', data: PNG, mimeType: 'image/png' }
const number = { type: 'number' } as const
const object = (properties = {}, required: string[] = []) => ({ type: 'object' as const, properties, required })

export const LONG_NAME = `search_${'x'.repeat(83)}`

/** The shapes of a union, each with a member of its own. */
const circle = object({ kind: { const: 'circle' }, radius: number }, ['kind', 'radius'])
const square = object({ kind: { const: 'square' }, side: number }, ['kind', 'side'])

const place = object({ city: { type: 'string' } }, ['city'])
const trip = object({ to: { $ref: '#/$defs/place' } }, ['to'])

/** Everything that providers refuse in schemas or names, or do not take in results. */
const troublesome = {
  area: tool({
    description: 'A union at the top level',
    input: { type: 'object', oneOf: [circle, square] },
    annotations: { readOnlyHint: true },
    run: ({ kind }) => `area of a ${kind}`,
  }),
  travel: tool({
    description: 'A reference at the top level, and references within',
    input: { type: 'object', $ref: '#/$defs/trip', $defs: { trip, place } },
    run: ({ to }) => `to ${(to as { city: string }).city}`,
  }),
  now: tool({ description: '', input: { type: 'object' }, run: () => 'noon' }),
  [LONG_NAME]: tool({ description: 'A name of 90 characters', run: () => 'found' }),
  'files/read.text': tool({
    description: 'A name that no provider takes, and such a key',
    input: object({ 'filter[id]': { type: 'string' } }, ['filter[id]']),
    run: (args) => `read ${args['filter[id]']}`,
  }),
  draw: tool({ description: 'A picture', run: () => [text('a pixel'), image] }),
  speak: tool({
    description: 'A sound, which few take, and a picture that is too large',
    run({ large }) {
      const sound: ContentBlock = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' }
      return [large ? { ...image, data: 'A'.repeat(6_000_000) } : sound]
    },
  }),
  resources: tool({
    description: 'A resource as text, one as bytes, and a link',
    run: (): ContentBlock[] => [
      { type: 'resource', resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'a note' } },
      { type: 'resource', resource: { uri: 'file:///paper.pdf', mimeType: 'application/pdf', blob: 'JVBERg==' } },
      { type: 'resource_link', uri: 'file:///more.txt', name: 'more' },
    ],
  }),
  fail: tool({
    description: 'Fails, with a picture if asked',
    run: ({ picture }) => ({ content: [text('no paper'), ...(picture ? [image] : [])], isError: true }),
  }),
  'measure-it': tool({
    description: 'Structured content without content; its name has a hyphen',
    output: object({ length: number }),
    run: ({ both }) => ({ content: both ? [text('7 m')] : [], structuredContent: { length: 7 } }),
  }),
}

const waiting = {
  wait: tool({
    description: 'Reports progress, and waits until it is cancelled',
    async run(_args, { progress, signal }) {
      await progress(1, 2, 'half')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  }),
  ask: tool({
    description: 'Asks the user',
    run: async (_args, { elicit }) => {
      const { content } = await elicit('Who are you?', { name: { type: 'string' } }, ['name'])
      return `You are ${content?.name}`
    },
  }),
  step: tool({
    description: 'Reports progress',
    async run(_args, { progress }) {
      await progress(1, 2, 'half')
      return 'stepped'
    },
  }),
}

/** All tools, by name. */
export const tools: Readonly<Record<string, MockTool>> = { ...troublesome, ...waiting }

function tool(definition: MockTool): MockTool {
  return definition
}

export interface World {
  client: Client
  server: MockServer
  end(): Promise<void>
}

export async function createWorld(options: ConnectOptions = {}, served = tools): Promise<World> {
  const server = createMockServer({ tools: served })
  const client = await connect(server.url, { fetch: server.fetch, ...options })
  return {
    client,
    server,
    async end() {
      await client.close()
      await server.close()
    },
  }
}
