/** Input schemas as people write them by hand: short, loose, and with every keyword of the drafts. */
import type { SchemaCase } from './schema-case.ts'

const manyProperties = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [
    `property_${index}`,
    [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { enum: ['a', 'b'] }][index % 4]!,
  ]),
)
const manyValues = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`property_${index}`, ['text', index, true, 'a'][index % 4]!]),
)

export const handWrittenSchemas: SchemaCase[] = [
  { name: 'by hand: only a type', schema: { type: 'object' }, value: {} },
  { name: 'by hand: no type', schema: { properties: { q: { type: 'string' } } }, value: { q: 'tea' } },
  {
    name: 'by hand: a property that is true',
    schema: { type: 'object', properties: { any: true } },
    value: { any: 'x' },
  },
  {
    name: 'by hand: only a description',
    schema: { type: 'object', properties: { q: { description: 'What to look for' } } },
    value: { q: 'x' },
  },
  { name: 'by hand: 100 properties', schema: { type: 'object', properties: manyProperties }, value: manyValues },
  {
    name: 'by hand: enum with names',
    schema: { type: 'object', properties: { size: { enum: [1, 2], enumNames: ['small', 'large'] } } },
    value: { size: 2 },
  },
  {
    name: 'by hand: oneOf of titled constants',
    schema: {
      type: 'object',
      properties: {
        c: {
          oneOf: [
            { const: '#f00', title: 'Red' },
            { const: '#0f0', title: 'Green' },
          ],
        },
      },
    },
    value: { c: '#0f0' },
  },
  {
    name: 'by hand: anyOf of required names',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, name: { type: 'string' } },
      anyOf: [{ required: ['id'] }, { required: ['name'] }],
    },
    value: { name: 'x' },
  },
  {
    name: 'by hand: oneOf beside shared properties',
    schema: {
      type: 'object',
      properties: { verbose: { type: 'boolean' } },
      oneOf: [
        { title: 'By id', properties: { id: { type: 'integer' } }, required: ['id'] },
        { title: 'By name', properties: { name: { type: 'string' } }, required: ['name'] },
      ],
    },
    value: { verbose: true, name: 'x' },
  },
  {
    name: 'by hand: if, then, else',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['a', 'b'] }, extra: { type: 'string' } },
      if: { properties: { kind: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['extra'] },
    },
    value: { kind: 'a', extra: 'x' },
  },
  {
    name: 'by hand: dependentRequired and not',
    schema: {
      type: 'object',
      properties: { card: { type: 'string' }, cvc: { type: 'string' } },
      dependentRequired: { card: ['cvc'] },
      not: { required: ['forbidden'] },
    },
    value: { card: '4111', cvc: '123' },
  },
  {
    name: 'by hand: OpenAPI nullable',
    schema: { type: 'object', properties: { name: { type: 'string', nullable: true } }, required: ['name'] },
    value: { name: null },
  },
  {
    name: 'by hand: several types',
    schema: {
      type: 'object',
      properties: { id: { type: ['string', 'integer', 'null'], description: 'By name or number' } },
    },
    value: { id: 5 },
  },
  {
    name: 'draft-07: definitions',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { ship: { $ref: '#/definitions/address' }, bill: { $ref: '#/definitions/address' } },
      definitions: { address: { type: 'object', properties: { street: { type: 'string' } }, required: ['street'] } },
      required: ['ship'],
    },
    value: { ship: { street: 'A' }, bill: { street: 'B' } },
  },
  {
    name: 'draft-07: an id as an anchor',
    schema: {
      type: 'object',
      properties: { a: { $ref: '#item' } },
      definitions: { anything: { $id: '#item', type: 'integer' } },
    },
    value: { a: 1 },
  },
  {
    name: '2020-12: $anchor and siblings of $ref',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { $ref: '#positive', description: 'More than nothing', default: 2 } },
      $defs: { p: { $anchor: 'positive', type: 'integer', exclusiveMinimum: 0 } },
    },
    value: { a: 3 },
  },
  {
    name: '2020-12: $dynamicRef',
    schema: {
      $id: 'https://example.com/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { data: { type: 'string' }, children: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
    value: { data: 'a', children: [{ data: 'b', children: [] }] },
  },
  {
    name: '2020-12: prefixItems with a rest',
    schema: {
      type: 'object',
      properties: { row: { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' } } },
    },
    value: { row: ['sum', 1, 2] },
  },
  {
    name: 'by hand: escaped pointers',
    schema: {
      type: 'object',
      properties: { 'a/b~c': { $ref: '#/$defs/x~1y~0z' }, percent: { $ref: '#/$defs/two%20words' } },
      $defs: { 'x/y~z': { type: 'string' }, 'two words': { type: 'integer' } },
    },
    value: { 'a/b~c': 'x', percent: 1 },
  },
  {
    name: 'by hand: names of Object.prototype',
    schema: { type: 'object', properties: { constructor: { type: 'string' }, toString: { type: 'integer' } } },
    value: { constructor: 'x', toString: 1 },
  },
  {
    name: 'by hand: an argument that the schema does not know',
    schema: { type: 'object', properties: { q: { type: 'string' } } },
    value: { q: 'x', more: 'y' },
  },
  {
    name: 'by hand: a filter language',
    schema: {
      type: 'object',
      required: ['filter'],
      properties: { filter: { $ref: '#/$defs/filter' } },
      $defs: {
        filter: {
          anyOf: [
            {
              type: 'object',
              properties: { and: { type: 'array', items: { $ref: '#/$defs/filter' } } },
              required: ['and'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { field: { type: 'string' }, equals: {} },
              required: ['field', 'equals'],
              additionalProperties: false,
            },
          ],
        },
      },
    },
    value: { filter: { and: [{ field: 'a', equals: 1 }, { and: [{ field: 'b', equals: 'x' }] }] } },
  },
  {
    name: 'by hand: a value of the wrong type is edited as JSON',
    schema: { type: 'object', properties: { n: { type: 'integer' } } },
    value: { n: 'seven' },
    json: 1,
  },
]

/** What servers send instead of a schema. Each gives a JSON field with a sentence. */
export const notSchemas: unknown[] = [
  { type: 'banana' },
  { type: 7 },
  { type: 'object', properties: 7 },
  { type: 'object', properties: ['a'] },
  { $ref: '#/nowhere' },
  { $ref: '#' },
  { allOf: [{ $ref: '#' }] },
  { type: 'string' },
  { type: 'array', items: { type: 'string' } },
  { anyOf: 'x', type: ['x'] },
]

/** Properties that are no schemas inside of an object that is one. */
export const notPropertySchemas: unknown[] = [7, 'string', null, [], false, { type: 'banana' }, { $ref: '#/nowhere' }]
