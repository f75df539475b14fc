/** Input schemas as zod writes them, by `z.toJSONSchema` (2020-12) and by zod-to-json-schema (draft-07). */
import type { SchemaCase } from './schema-case.ts'

const modern = (properties: object, required: string[] = [], more: object = {}) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
})
const draft07 = (properties: object, required: string[] = [], more: object = {}) => ({
  ...modern(properties, required, more),
  $schema: 'http://json-schema.org/draft-07/schema#',
})

export const zodSchemas: SchemaCase[] = [
  { name: 'zod 4: z.object({})', schema: modern({}), value: {} },
  {
    name: 'zod 4: z.int() with its safe bounds',
    schema: modern({ n: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } }, [
      'n',
    ]),
    value: { n: 9007199254740991 },
  },
  {
    name: 'zod 4: email and uuid with patterns',
    schema: modern(
      {
        mail: {
          type: 'string',
          format: 'email',
          pattern:
            "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
        },
        id: { type: 'string', format: 'uuid' },
      },
      ['mail'],
    ),
    value: { mail: 'me@example.com', id: '7f5f8c0e-0000-4000-8000-000000000000' },
  },
  {
    name: 'zod 4: nullish()',
    schema: modern({ note: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
    value: { note: null },
  },
  {
    name: 'zod 4: enum with a default',
    schema: modern({ size: { default: 'm', type: 'string', enum: ['s', 'm', 'l'] } }, ['size']),
    value: { size: 'l' },
  },
  {
    name: 'zod 4: record',
    schema: modern(
      { env: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'string' } } },
      ['env'],
    ),
    value: { env: { HOME: '/home/me', PATH: '/bin' } },
  },
  {
    name: 'zod 4: discriminatedUnion at the top',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      oneOf: [
        {
          type: 'object',
          properties: { op: { type: 'string', const: 'get' }, key: { type: 'string' } },
          required: ['op', 'key'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { op: { type: 'string', const: 'set' }, key: { type: 'string' }, value: { type: 'number' } },
          required: ['op', 'key', 'value'],
          additionalProperties: false,
        },
      ],
    },
    value: { op: 'set', key: 'a', value: 1 },
  },
  {
    name: 'zod 4: union of object and string',
    schema: modern({
      target: {
        anyOf: [
          { type: 'string' },
          { type: 'object', properties: { id: { type: 'number' } }, required: ['id'], additionalProperties: false },
        ],
      },
    }),
    value: { target: { id: 3 } },
  },
  {
    name: 'zod 4: intersection',
    schema: modern(
      {
        both: {
          allOf: [
            { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
            { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] },
          ],
        },
      },
      ['both'],
    ),
    value: { both: { a: 'x', b: 1 } },
  },
  {
    name: 'zod 4: a recursive category',
    schema: modern({ category: { $ref: '#/$defs/__schema0' } }, ['category'], {
      $defs: {
        __schema0: {
          type: 'object',
          properties: { name: { type: 'string' }, sub: { type: 'array', items: { $ref: '#/$defs/__schema0' } } },
          required: ['name', 'sub'],
          additionalProperties: false,
        },
      },
    }),
    value: { category: { name: 'all', sub: [{ name: 'tea', sub: [] }] } },
  },
  { name: 'zod 4: z.any()', schema: modern({ anything: {} }), value: { anything: true } },
  {
    name: 'zod 4: literals of several types',
    schema: modern({ level: { enum: [1, 'two', true, null] } }),
    value: { level: 'two' },
  },
  {
    name: 'zod 3: nullable by a list of types',
    schema: draft07({ name: { type: ['string', 'null'] }, n: { type: ['number', 'null'], default: null } }),
    value: { name: null, n: 4 },
  },
  {
    name: 'zod 3: tuple with a rest',
    schema: draft07({
      point: {
        type: 'array',
        minItems: 2,
        items: [{ type: 'number' }, { type: 'number' }],
        additionalItems: { type: 'string' },
      },
    }),
    value: { point: [1, 2, 'label'] },
  },
  {
    name: 'zod 3: a reference to another property',
    schema: draft07(
      {
        from: { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] },
        to: { $ref: '#/properties/from' },
      },
      ['from', 'to'],
    ),
    value: { from: { lat: 1 }, to: { lat: 2 } },
  },
  {
    name: 'zod 3: native enum of numbers',
    schema: draft07({ level: { type: 'number', enum: [0, 1, 2] } }, ['level']),
    value: { level: 0 },
  },
  {
    name: 'zod 3: union of literals',
    schema: draft07({
      mode: {
        anyOf: [
          { type: 'string', const: 'fast' },
          { type: 'string', const: 'slow' },
        ],
      },
    }),
    value: { mode: 'slow' },
  },
]
