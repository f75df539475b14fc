/** Elicitation forms: every type of field, its default, and values that are not sent because the schema forbids them. */
import type { ElicitRequestParams, ElicitResult } from '../../../src/core/index.ts'
import type { Scenario } from '../scenario.ts'
import { accept } from '../steps/input-required.ts'
import { ask, askedBothWays, assertAnswered, assertRefused, type Question } from './steps/ask.ts'

type Content = NonNullable<ElicitResult['content']>

interface Field {
  schema: object
  good: unknown[]
  bad: unknown[]
}

const titled = (...values: string[]) => values.map((value) => ({ const: value, title: value.toUpperCase() }))

const texts: Record<string, Field> = {
  plain: { schema: { type: 'string', title: 'T', description: 'D' }, good: ['', 'x'], bad: [1, true, null, ['x'], {}] },
  // Lengths count code points, not UTF-16 units.
  length: { schema: { type: 'string', minLength: 2, maxLength: 3 }, good: ['ab', '😀😀😀'], bad: ['a', '😀', 'abcd'] },
  email: {
    schema: { type: 'string', format: 'email' },
    good: ['ada@example.com'],
    bad: ['ada', '@', 'a b@example.com'],
  },
  uri: {
    schema: { type: 'string', format: 'uri' },
    good: ['https://example.com/a?b#c', 'urn:a:b'],
    bad: ['example', ''],
  },
  date: { schema: { type: 'string', format: 'date' }, good: ['2024-02-29'], bad: ['2023-02-29', '2024-1-1', 'today'] },
  time: {
    schema: { type: 'string', format: 'date-time' },
    good: ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.5+02:00'],
    bad: ['2024-02-29', '2024-02-30T12:00:00Z', 'now'],
  },
}

const numbers: Record<string, Field> = {
  number: { schema: { type: 'number', minimum: -1.5, maximum: 2 }, good: [-1.5, 0, 2], bad: [-2, 2.1, '1', null] },
  integer: { schema: { type: 'integer', minimum: 0, maximum: 9 }, good: [0, 9], bad: [0.5, -1, 10, '3'] },
  boolean: { schema: { type: 'boolean' }, good: [true, false], bad: ['true', 0, null] },
}

/** The five forms of enum schemas, and one of an earlier draft. */
const choices: Record<string, Field> = {
  single: { schema: { type: 'string', enum: ['a', 'b'] }, good: ['a', 'b'], bad: ['c', '', ['a']] },
  singleTitled: { schema: { type: 'string', oneOf: titled('a', 'b') }, good: ['b'], bad: ['B', 'c'] },
  singleNamed: { schema: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] }, good: ['a'], bad: ['A', 'c'] },
  several: {
    schema: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
    good: [['a'], ['b', 'c']],
    bad: [[], ['a', 'b', 'c'], ['d'], 'a', [1]],
  },
  severalTitled: {
    schema: { type: 'array', items: { anyOf: titled('a', 'b') } },
    good: [[], ['b']],
    bad: [['A'], ['c']],
  },
  severalOneOf: { schema: { type: 'array', items: { oneOf: titled('a', 'b') } }, good: [['a']], bad: [['c'], 'a'] },
}

const formOf = (properties: object, required?: string[]): Question => ({
  method: 'elicitation/create',
  params: { message: 'Fill in', requestedSchema: { type: 'object', properties, ...(required && { required }) } },
})

/** Sends each value of each field in a form of its own: good values must arrive, bad ones must not be sent. */
const checks = (promise: Pick<Scenario, 'name' | 'ids'>, fields: Record<string, Field>): Scenario[] =>
  askedBothWays({
    ...promise,
    async run(world, connect) {
      let value: unknown
      const warnings: unknown[] = []
      const client = await connect({
        handlers: { elicit: () => accept({ field: value }) as ElicitResult },
        onEvent: (event) => event.type === 'warning' && warnings.push(event),
      })
      let refused = 0
      for (const [kind, { schema, good, bad }] of Object.entries(fields)) {
        const question = formOf({ field: schema })
        for (value of good) {
          const outcome = await ask(world, client, question)
          world.assert.equal(outcome.result, accept({ field: value }), `${kind} ${JSON.stringify(value)}`)
        }
        for (value of bad) {
          const outcome = await ask(world, client, question)
          world.assert.equal(outcome.result, undefined, `${kind} ${JSON.stringify(value)}`)
          assertRefused(world.assert, client, outcome, -32603)
          refused++
        }
      }
      // In 2026-07-28 the call itself fails, so that there is no warning.
      world.assert.equal(warnings.length, client.connection.era === 'modern' ? 0 : refused)
    },
  })

const defaults: Record<string, object> = {
  text: { type: 'string', default: 'John Doe' },
  empty: { type: 'string', default: '' },
  integer: { type: 'integer', default: 30 },
  number: { type: 'number', default: 95.5 },
  zero: { type: 'number', default: 0 },
  no: { type: 'boolean', default: false },
  single: { type: 'string', enum: ['a', 'b'], default: 'b' },
  singleTitled: { type: 'string', oneOf: titled('a', 'b'), default: 'a' },
  singleNamed: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'b' },
  several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a', 'b'] },
  severalTitled: { type: 'array', items: { anyOf: titled('a', 'b') }, default: [] },
  without: { type: 'string' },
}

const filled = Object.fromEntries(
  Object.entries(defaults).flatMap(([key, field]) => ('default' in field ? [[key, field.default]] : [])),
)

/** Optional fields as Python servers write them, which F-70 does not allow. */
const optional: Record<string, object> = {
  text: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
  either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  literal: { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }], default: null },
  constant: { anyOf: [{ const: 'a', type: 'string' }, { type: 'null' }], default: null },
  plain: { type: 'string', default: null },
}

export const elicitationForms: Scenario[] = [
  ...askedBothWays({
    name: 'fields that may be null can be filled in and left out, and a default of null is not sent',
    ids: ['protocol:F-70'],
    async run(world, connect) {
      let content: Content = {}
      const client = await connect({ handlers: { elicit: () => accept(content) } })
      assertAnswered(world.assert, await ask(world, client, formOf(optional)), accept({}))
      content = { text: 'x', either: 1, literal: 'b', constant: 'a', plain: 'y' }
      assertAnswered(world.assert, await ask(world, client, formOf(optional)), accept(content))
    },
  }),
  ...askedBothWays({
    name: 'a form that does not fit is asked again with what is wrong, at most five times in all',
    ids: ['protocol:F-75'],
    async run(world, connect) {
      const { assert } = world
      const contexts: object[] = []
      let fitsAt = 3
      const client = await connect({
        handlers: {
          elicit: (_, { signal, ...context }) => {
            contexts.push(context)
            assert(!signal.aborted, 'not aborted')
            return accept(contexts.length === fitsAt ? { name: 'Ada', age: 36 } : { age: 'old' })
          },
        },
      })
      const question = formOf({ name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 150 } }, [
        'name',
      ])
      assertAnswered(assert, await ask(world, client, question), accept({ name: 'Ada', age: 36 }))
      const again = { content: { age: 'old' }, problems: { name: 'a value', age: 'type integer' } }
      assert.equal(contexts, [{}, again, again])
      contexts.length = 0
      fitsAt = 6
      assertRefused(assert, client, await ask(world, client, question), -32603)
      assert.equal(contexts.length, 5)
    },
  }),
  ...checks(
    { name: 'text in a form is checked by length and format before it is sent', ids: ['protocol:F-70'] },
    texts,
  ),
  ...checks(
    { name: 'numbers and booleans in a form are checked before they are sent', ids: ['protocol:F-70'] },
    numbers,
  ),
  ...checks({ name: 'every form of enum is checked before it is sent', ids: ['protocol:F-72'] }, choices),
  ...askedBothWays({
    name: 'the handler gets the form schema exactly as the server wrote it',
    ids: ['protocol:F-70', 'protocol:F-71'],
    async run(world, connect) {
      const seen: ElicitRequestParams[] = []
      const client = await connect({
        handlers: {
          elicit(request) {
            seen.push(request)
            return { action: 'decline' }
          },
        },
      })
      const fields = { ...texts, ...numbers, ...choices }
      const properties = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]))
      const question = formOf({ ...properties, ...defaults }, ['plain', 'single'])
      const requestedSchema = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        ...(question.params as { requestedSchema: object }).requestedSchema,
      }
      await ask(world, client, { ...question, params: { ...question.params, requestedSchema } })
      world.assert.equal(
        seen.map((request) => request.requestedSchema),
        [requestedSchema],
      )
    },
  }),
  {
    name: 'the value of an enum with enumNames is sent, not its display name',
    ids: ['protocol:F-71'],
    async run(world) {
      const client = await world.connect({
        versions: ['2025-06-18'],
        handlers: {
          elicit({ requestedSchema }) {
            const { pet } = requestedSchema!.properties as { pet: { enum: string[]; enumNames: string[] } }
            return accept({ pet: pet.enum[pet.enumNames.indexOf('Dogs')]! })
          },
        },
      })
      const question = formOf({ pet: { type: 'string', enum: ['cat', 'dog'], enumNames: ['Cats', 'Dogs'] } })
      assertAnswered(world.assert, await ask(world, client, question), accept({ pet: 'dog' }))
    },
  },
  {
    name: 'multi-select enums are never sent to servers before 2025-11-25',
    ids: ['protocol:F-73'],
    async run(world) {
      const { connect, connectModern, assert } = world
      const handlers = { elicit: () => accept({ pets: ['cat'] }) }
      const question = formOf({ pets: { type: 'array', items: { type: 'string', enum: ['cat'] } } })
      const earlier = await connect({ versions: ['2025-06-18'], handlers, onEvent() {} })
      assertRefused(assert, earlier, await ask(world, earlier, question), -32603)
      for (const now of [await connect({ versions: ['2025-11-25'], handlers }), await connectModern({ handlers })]) {
        assertAnswered(assert, await ask(world, now, question), accept({ pets: ['cat'] }))
      }
    },
  },
  ...askedBothWays({
    name: 'fields that the user left out of an accepted form are filled with their defaults',
    ids: ['protocol:F-74'],
    async run(world, connect) {
      let content: Content | undefined = {}
      const client = await connect({ handlers: { elicit: () => ({ action: 'accept', ...(content && { content }) }) } })
      const question = formOf(defaults)
      assertAnswered(world.assert, await ask(world, client, question), accept(filled))
      content = undefined
      assertAnswered(world.assert, await ask(world, client, question), accept(filled))
      content = { text: '', integer: 0, no: true, several: [], without: 'x' }
      assertAnswered(world.assert, await ask(world, client, question), accept({ ...filled, ...content }))
      const result = await client.callTool('test_elicitation_sep1034_defaults')
      world.assert.includes(JSON.stringify(result.content), 'John Doe')
    },
  }),
  ...askedBothWays({
    name: 'a declined form is sent without defaults',
    ids: ['protocol:F-74'],
    async run(world, connect) {
      const client = await connect({ handlers: { elicit: () => ({ action: 'decline' }) } })
      assertAnswered(world.assert, await ask(world, client, formOf(defaults)), { action: 'decline' })
    },
  }),
  ...askedBothWays({
    name: 'a form that lacks a required field is not sent, and the connection still works',
    ids: ['protocol:F-75'],
    async run(world, connect) {
      let content: Content = {}
      const client = await connect({ handlers: { elicit: () => accept(content) } })
      const question = formOf({ name: { type: 'string' }, age: { type: 'integer', default: 1 } }, ['name', 'age'])
      assertRefused(world.assert, client, await ask(world, client, question), -32603)
      content = { name: 'Ada' }
      assertAnswered(world.assert, await ask(world, client, question), accept({ name: 'Ada', age: 1 }))
    },
  }),
  ...askedBothWays({
    name: 'a handler result that is no elicitation result is not sent',
    ids: ['protocol:F-75'],
    async run(world, connect) {
      for (const answer of [{ action: 'maybe' }, {}, null, 'accept', { action: 'accept', content: 'Ada' }]) {
        const client = await connect({ handlers: { elicit: () => answer as ElicitResult } })
        assertRefused(world.assert, client, await ask(world, client, formOf({ name: { type: 'string' } })), -32603)
        await client.close()
      }
    },
  }),
]
