/** What a case is, and what cases share: a new server, a model that calls its tools, and what providers refuse. */

import { type ModelToolsOptions, modelTools } from '../../../src/tools/index.ts'
import type { Driver, Seen, Turn } from './driver.ts'
import { createWorld, type World } from './ten-tools.ts'

export interface Assert {
  equal(actual: unknown, expected: unknown, what?: string): void
}

export interface Case {
  name: string
  run(driver: Driver, assert: Assert): Promise<void>
}

/** APIs whose results have a mark for failures; the others get a text. */
export const hasErrorMark = new Set(['AI SDK', 'Anthropic Messages', 'LangChain', 'Gemini'])

/** How a failure is told to the model. */
export const failure = ({ name }: Driver, text: string): string =>
  hasErrorMark.has(name) ? text : `The tool failed:\n${text}`

/** Offers all tools of a new server, and makes the model call these by the names of the server. */
export async function play(driver: Driver, calls: [string, object][], options: ModelToolsOptions = {}): Promise<Turn> {
  return inWorld(async ({ client }) => {
    const tools = await modelTools(client, options)
    return driver.run(
      tools,
      calls.map(([own, args]) => {
        const tool = tools.list.find(({ definition }) => definition.name === own)
        return { name: tool?.name ?? own, args }
      }),
    )
  })
}

export async function inWorld<Result>(
  run: (world: World) => Promise<Result>,
  options?: Parameters<typeof createWorld>[0],
  tools?: Parameters<typeof createWorld>[1],
): Promise<Result> {
  const world = await createWorld(options, tools)
  try {
    return await run(world)
  } finally {
    await world.end()
  }
}

/** What a provider would answer to this definition. */
export function refusalOf({ name, description, schema }: Turn['offered'][number]): string | undefined {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `${name}: not a name`
  if (description === '') return `${name}: no description`
  if (schema.type !== 'object' || !schema.properties) return `${name}: no object with properties`
  const keyword = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const', '$ref'].find((one) => one in schema)
  if (keyword) return `${name}: ${keyword} at the top level`
  const key = Object.keys(schema.properties).find((one) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(one))
  return key && `${name}: property ${key}`
}

/** A result without the mark for failures, which not all APIs have. */
export const shown = ({ text, media }: Seen) => [text, ...media]
