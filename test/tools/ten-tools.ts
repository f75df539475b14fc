/** The MCP server of these tests, in process: ten tools that make trouble somewhere, and some that wait, ask or vanish. */

import { createTestContent } from '../../playground/server/content/index.ts'
import { createInProcess, type InProcess } from '../../playground/server/control/in-process.ts'
import type { Client, ConnectOptions } from '../../src/core/index.ts'
import { connect } from '../../src/core/index.ts'
import { createClock } from '../../src/testing/clock/clock.ts'
import { elicit } from '../../src/testing/features/input/input-request.ts'
import type { Tool } from '../../src/testing/features/tool.ts'

/** One red pixel. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC'

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', data: PNG, mimeType: 'image/png' }
const number = { type: 'number' } as const
const object = (properties = {}, required: string[] = []) => ({ type: 'object' as const, properties, required })

export const LONG_NAME = `search_${'x'.repeat(83)}`

/** The shapes of a union, each with a member of its own. */
const circle = object({ kind: { const: 'circle' }, radius: number }, ['kind', 'radius'])
const square = object({ kind: { const: 'square' }, side: number }, ['kind', 'side'])

/** Everything that providers refuse in schemas or names, or do not take in results. */
const troublesome: Tool[] = [
  {
    name: 'area',
    description: 'A union at the top level',
    inputSchema: { type: 'object', oneOf: [circle, square] },
    annotations: { readOnlyHint: true },
    run: ({ arguments: { kind } }) => ({ content: [text(`area of a ${kind}`)] }),
  },
  {
    name: 'travel',
    description: 'A reference at the top level, and references within',
    inputSchema: {
      type: 'object',
      $ref: '#/$defs/trip',
      $defs: {
        trip: object({ to: { $ref: '#/$defs/place' } }, ['to']),
        place: object({ city: { type: 'string' } }, ['city']),
      },
    },
    run: ({ arguments: { to } }) => ({ content: [text(`to ${(to as { city: string }).city}`)] }),
  },
  {
    name: 'now',
    description: '',
    inputSchema: { type: 'object' },
    run: () => ({ content: [text('noon')] }),
  },
  {
    name: LONG_NAME,
    description: 'A name of 90 characters',
    inputSchema: object(),
    run: () => ({ content: [text('found')] }),
  },
  {
    name: 'files/read.text',
    description: 'A name that no provider takes, and so a key',
    inputSchema: object({ 'filter[id]': { type: 'string' } }, ['filter[id]']),
    run: ({ arguments: args }) => ({ content: [text(`read ${args['filter[id]']}`)] }),
  },
  {
    name: 'draw',
    description: 'A picture',
    inputSchema: object(),
    run: () => ({ content: [text('a pixel'), image] }),
  },
  {
    name: 'speak',
    description: 'A sound, which few take, and a picture that is too large',
    inputSchema: object({ large: { type: 'boolean' } }),
    run: ({ arguments: { large } }) => ({
      content: [
        large ? { ...image, data: 'A'.repeat(6_000_000) } : { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
      ],
    }),
  },
  {
    name: 'resources',
    description: 'A resource as text, one as bytes, and a link',
    inputSchema: object(),
    run: () => ({
      content: [
        { type: 'resource', resource: { uri: 'file:///notes.txt', mimeType: 'text/plain', text: 'a note' } },
        { type: 'resource', resource: { uri: 'file:///paper.pdf', mimeType: 'application/pdf', blob: 'JVBERg==' } },
        { type: 'resource_link', uri: 'file:///more.txt', name: 'more' },
      ],
    }),
  },
  {
    name: 'fail',
    description: 'Fails, with a picture if asked',
    inputSchema: object({ picture: { type: 'boolean' } }),
    run: ({ arguments: { picture } }) => ({ content: [text('no paper'), ...(picture ? [image] : [])], isError: true }),
  },
  {
    name: 'measure-it',
    description: 'Structured content without content; its name has a hyphen',
    inputSchema: object(),
    outputSchema: object({ length: number }),
    run: ({ arguments: { both } }) => ({ content: both ? [text('7 m')] : [], structuredContent: { length: 7 } }),
  },
]

export interface World {
  client: Client
  /** What the server offers: may be changed. */
  tools: Tool[]
  control: InProcess['control']
  end(): Promise<void>
}

export async function createWorld(options: ConnectOptions = {}): Promise<World> {
  const waiting: Tool[] = [
    {
      name: 'wait',
      description: 'Reports progress, and waits until it is cancelled',
      inputSchema: object(),
      async run({ progress }) {
        await progress(1, 2, 'half')
        return new Promise(() => {})
      },
    },
    {
      name: 'ask',
      description: 'Asks the user',
      inputSchema: object(),
      async run({ requestInput }) {
        const { who } = await requestInput({ who: elicit('Who are you?', { name: { type: 'string' } }, ['name']) })
        return { content: [text(JSON.stringify(who))] }
      },
    },
    {
      name: 'step',
      description: 'Reports progress',
      inputSchema: object(),
      async run({ progress }) {
        await progress(1, 2, 'half')
        return { content: [text('stepped')] }
      },
    },
  ]
  const tools = [...troublesome, ...waiting]
  const content = () => ({ ...createTestContent(), tools: () => tools })
  const { fetch, control } = createInProcess({ clock: createClock(), random: Math.random, content })
  const client = await connect(control.url, { fetch, ...options })
  return {
    client,
    tools,
    control,
    async end() {
      await client.close()
      await control.dispose()
    },
  }
}
