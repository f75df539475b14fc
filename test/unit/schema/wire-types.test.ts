/** Schemas and wire types agree: this file compiles only if they do, and each line that expects an error has one. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { object, optional, when, wire } from '../../../src/schema/define.ts'
import { schemas } from '../../../src/schema/index.ts'
import type { CallToolResult, Prompt, Resource, Tool } from '../../../src/types/index.ts'

interface Example {
  text: string
  count?: number
  nested?: { flag?: boolean }
  [key: string]: unknown
}

const nested = optional(object({ flag: optional(z.boolean()) }))

describe('wire() compiles only for a schema that', () => {
  test('has the members of the wire type, as they are there', () => {
    const schema = wire<Example>()(object({ text: z.string(), count: optional(z.number()), nested }))
    expect(schema.parse({ text: 'a', unknown: 1 })).toEqual({ text: 'a', unknown: 1 })
    // @ts-expect-error `count` is optional in the wire type
    wire<Example>()(object({ text: z.string(), count: z.number(), nested }))
    // @ts-expect-error `count` is a number in the wire type
    wire<Example>()(object({ text: z.string(), count: optional(z.string()), nested }))
    // @ts-expect-error `text` may be any text in the wire type
    wire<Example>()(object({ text: z.literal('a'), count: optional(z.number()), nested }))
    // @ts-expect-error the wire type requires `text`
    wire<Example>()(object({ count: optional(z.number()), nested }))
    // @ts-expect-error the wire type has no `other`
    wire<Example>()(object({ text: z.string(), count: optional(z.number()), nested, other: optional(z.string()) }))
    const wrong = optional(object({ flag: optional(z.string()) }))
    // @ts-expect-error `nested.flag` is a boolean in the wire type
    wire<Example>()(object({ text: z.string(), count: optional(z.number()), nested: wrong }))
  })

  test('a member of other revisions is left out, and then unknown', () => {
    const schema = (fact: boolean) => object({ count: when(fact, optional(z.number())) })
    expect(schema(true).safeParse({ count: 'a' }).success).toBe(false)
    expect(schema(false).safeParse({ count: 'a' }).success).toBe(true)
  })
})

test('what a schema returns has the wire type', () => {
  expectTypeOf(schemas['2026-07-28'].Tool.parse({ name: 'a', inputSchema: { type: 'object' } })).toEqualTypeOf<Tool>()
  expectTypeOf(schemas['2024-11-05'].Resource).toEqualTypeOf<z.ZodMiniType<Resource>>()
  expectTypeOf(schemas['2025-06-18'].Prompt).toEqualTypeOf<z.ZodMiniType<Prompt>>()
  expectTypeOf<z.output<(typeof schemas)['2025-11-25']['CallToolResult']>>().toExtend<CallToolResult>()
})

test('a revision has the schemas of its own messages only', () => {
  // @ts-expect-error
  expect(schemas['2026-07-28'].InitializeResult).toBeUndefined()
  // @ts-expect-error
  expect(schemas['2025-11-25'].DiscoverResult).toBeUndefined()
  // @ts-expect-error
  expect(schemas['2025-03-26'].ElicitRequest).toBeUndefined()
  // @ts-expect-error
  expect(schemas['2024-11-05'].AudioContent).toBeUndefined()
  // @ts-expect-error
  expect(schemas['2026-07-28'].TaskStatusNotification).toBeUndefined()
  const names = (version: keyof typeof schemas) => Object.keys(schemas[version])
  // Two names are others since.
  const renamed = ['JSONRPCError', 'ResourceReference']
  const since = [...names('2025-11-25'), ...renamed]
  expect(names('2024-11-05').filter((name) => !since.includes(name))).toEqual([])
})
