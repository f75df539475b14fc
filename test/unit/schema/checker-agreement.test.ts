/** The checker of the client is more tolerant than the exact schemas, and never less, for every shape and revision. */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { parseMessages } from '../../../src/core/validation/json-rpc.ts'
import { findProblem, type Shape } from '../../../src/core/validation/shape.ts'
import * as shapes from '../../../src/core/validation/shapes.ts'
import { schemas } from '../../../src/schema/index.ts'
import { createSeededRandom } from '../../../src/testing/clock/seeded-random.ts'
import { generateValue, mutate } from '../../fuzz/generate-value.ts'

const SHAPES: Record<string, Shape> = {
  Tool: shapes.tool,
  CallToolResult: shapes.callToolResult,
  Resource: shapes.resource,
  ResourceTemplate: shapes.resourceTemplate,
  ReadResourceResult: shapes.readResourceResult,
  Prompt: shapes.prompt,
  GetPromptResult: shapes.getPromptResult,
  CompleteResult: shapes.completeResult,
  InitializeResult: shapes.initializeResult,
  DiscoverResult: shapes.discoverResult,
}

const VALUES = 120
/** Values that were looked at before, and values that are new in each run; a failure prints its seed. */
const seeds = [1, 2, 3, 4]

const cases = Object.entries(schemas).flatMap(([version, ofVersion]) =>
  [...Object.keys(SHAPES), 'JSONRPCMessage']
    .filter((name) => name in ofVersion)
    .map((name) => ({ version, name, schema: (ofVersion as Record<string, z.ZodMiniType>)[name]! })),
)

function accepts(name: string, value: unknown): boolean {
  const shape = SHAPES[name]
  if (shape) return findProblem(shape, value) === undefined
  return parseMessages(JSON.stringify(value), () => {}).length === (Array.isArray(value) ? value.length : 1)
}

test('every shape of the client has a schema in the revisions that have the message', () => {
  expect(Object.keys(SHAPES).length).toBe(Object.keys(shapes).length)
  expect(cases.length).toBe(5 * 8 + 4 + 1 + 5)
})

describe(`what a schema accepts the checker accepts unchanged, what the checker refuses the schema refuses; seeds ${seeds}`, () => {
  test.for(cases)('$name of $version', ({ name, schema }) => {
    const counts = { accepted: 0, refused: 0, refusedByBoth: 0 }
    for (const seed of seeds) {
      const random = createSeededRandom(seed)
      for (let count = 0; count < VALUES; count++) {
        const good = JSON.parse(JSON.stringify(generateValue(schema, random)))
        const before = JSON.stringify(good)
        const { error } = schema.safeParse(good)
        expect(error?.issues, `seed ${seed}: a generated value fits its schema: ${before}`).toBeUndefined()
        expect(accepts(name, good), `seed ${seed}: ${before}`).toBe(true)
        expect(JSON.stringify(good), `seed ${seed}: nothing was removed`).toBe(before)

        const changed = mutate(good, random)
        const text = JSON.stringify(changed)
        const fits = schema.safeParse(changed).success
        const isAccepted = accepts(name, changed)
        if (fits) expect(isAccepted, `seed ${seed}: ${text}`).toBe(true)
        counts.accepted += Number(fits)
        counts.refused += Number(!fits)
        counts.refusedByBoth += Number(!fits && !isAccepted)
      }
    }
    // Otherwise the generator would prove nothing.
    expect(
      Object.values(counts).filter((count) => count < 10),
      JSON.stringify(counts),
    ).toEqual([])
  })
})
