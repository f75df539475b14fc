/** Input schemas as FastMCP and pydantic 2 write them. */
import type { SchemaCase } from './schema-case.ts'

const draft = (properties: object, more: object = {}) => ({
  properties,
  title: 'toolArguments',
  type: 'object',
  ...more,
})

export const pydanticSchemas: SchemaCase[] = [
  {
    name: 'pydantic: two numbers',
    schema: draft({ a: { title: 'A', type: 'integer' }, b: { title: 'B', type: 'integer' } }, { required: ['a', 'b'] }),
    value: { a: 2, b: 40 },
  },
  {
    name: 'pydantic: Optional[str] = None',
    schema: draft({ q: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Q' } }),
    value: { q: 'hello' },
  },
  {
    name: 'pydantic: Optional[str] = None, null sent',
    schema: draft({ q: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Q' } }),
    value: { q: null },
  },
  {
    name: 'pydantic: str | None without a default',
    schema: draft({ q: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Q' } }, { required: ['q'] }),
    value: { q: null },
  },
  {
    name: 'pydantic: Optional[int] with bounds',
    schema: draft({
      limit: { anyOf: [{ type: 'integer', minimum: 1, maximum: 100 }, { type: 'null' }], default: 10, title: 'Limit' },
    }),
    value: { limit: 7 },
  },
  {
    name: 'pydantic: Literal',
    schema: draft({ unit: { default: 'celsius', enum: ['celsius', 'fahrenheit'], title: 'Unit', type: 'string' } }),
    value: { unit: 'fahrenheit' },
  },
  {
    name: 'pydantic: Literal of one value',
    schema: draft({ kind: { const: 'report', title: 'Kind', type: 'string' } }, { required: ['kind'] }),
    value: { kind: 'report' },
  },
  {
    name: 'pydantic: Optional[Literal]',
    schema: draft({
      order: { anyOf: [{ enum: ['asc', 'desc'], type: 'string' }, { type: 'null' }], default: null, title: 'Order' },
    }),
    value: { order: 'desc' },
  },
  {
    name: 'pydantic: Enum by reference',
    schema: draft(
      { colour: { $ref: '#/$defs/Colour', default: 'red' } },
      { $defs: { Colour: { enum: ['red', 'green'], title: 'Colour', type: 'string' } } },
    ),
    value: { colour: 'green' },
  },
  {
    name: 'pydantic: list[str]',
    schema: draft({ tags: { items: { type: 'string' }, title: 'Tags', type: 'array' } }, { required: ['tags'] }),
    value: { tags: ['a', 'b\nc'] },
  },
  {
    name: 'pydantic: Optional[list[str]] = None',
    schema: draft({
      tags: { anyOf: [{ items: { type: 'string' }, type: 'array' }, { type: 'null' }], default: null, title: 'Tags' },
    }),
    value: { tags: ['x'] },
  },
  {
    name: 'pydantic: list[str | None]',
    schema: draft({ tags: { items: { anyOf: [{ type: 'string' }, { type: 'null' }] }, title: 'Tags', type: 'array' } }),
    value: { tags: ['x', null] },
  },
  {
    name: 'pydantic: dict[str, int]',
    schema: draft({ counts: { additionalProperties: { type: 'integer' }, title: 'Counts', type: 'object' } }),
    value: { counts: { one: 1, two: 2 } },
  },
  {
    name: 'pydantic: dict[str, Any]',
    schema: draft({ data: { additionalProperties: true, title: 'Data', type: 'object' } }, { required: ['data'] }),
    value: { data: { text: 'a', number: 1, yes: true, nothing: null } },
  },
  {
    name: 'pydantic: dict[str, Any] with lists inside',
    schema: draft({ data: { additionalProperties: true, title: 'Data', type: 'object' } }, { required: ['data'] }),
    value: { data: { deep: [1, { a: 2 }] } },
    json: 1,
  },
  {
    name: 'pydantic: a model by reference',
    schema: draft(
      { user: { $ref: '#/$defs/User' } },
      {
        required: ['user'],
        $defs: {
          User: {
            properties: {
              name: { title: 'Name', type: 'string' },
              age: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null, title: 'Age' },
              address: { anyOf: [{ $ref: '#/$defs/Address' }, { type: 'null' }], default: null },
            },
            required: ['name'],
            title: 'User',
            type: 'object',
          },
          Address: { properties: { city: { type: 'string' } }, required: ['city'], title: 'Address', type: 'object' },
        },
      },
    ),
    value: { user: { name: 'Ada', age: 36, address: { city: 'London' } } },
  },
  {
    name: 'pydantic: a discriminated union',
    schema: draft(
      {
        pet: {
          discriminator: { mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' }, propertyName: 'kind' },
          oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
          title: 'Pet',
        },
      },
      {
        required: ['pet'],
        $defs: {
          Cat: {
            properties: { kind: { const: 'cat', type: 'string' }, lives: { type: 'integer' } },
            required: ['kind', 'lives'],
            title: 'Cat',
            type: 'object',
          },
          Dog: {
            properties: { kind: { const: 'dog', type: 'string' }, barks: { type: 'boolean' } },
            required: ['kind', 'barks'],
            title: 'Dog',
            type: 'object',
          },
        },
      },
    ),
    value: { pet: { kind: 'dog', barks: true } },
  },
  {
    name: 'pydantic: str | int | list[str]',
    schema: draft({
      id: {
        anyOf: [{ type: 'string' }, { type: 'integer' }, { items: { type: 'string' }, type: 'array' }],
        title: 'Id',
      },
    }),
    value: { id: ['a', 'b'] },
  },
  {
    name: 'pydantic: a tree of itself',
    schema: draft(
      { node: { $ref: '#/$defs/Node' } },
      {
        required: ['node'],
        $defs: {
          Node: {
            properties: {
              value: { type: 'integer' },
              children: { items: { $ref: '#/$defs/Node' }, default: [], type: 'array' },
            },
            required: ['value'],
            type: 'object',
          },
        },
      },
    ),
    value: {
      node: {
        value: 1,
        children: [
          { value: 2, children: [] },
          { value: 3, children: [{ value: 4 }] },
        ],
      },
    },
  },
  {
    name: 'pydantic: dates, UUID, URL and bytes',
    schema: draft(
      {
        day: { format: 'date', type: 'string' },
        at: { format: 'date-time', type: 'string' },
        id: { format: 'uuid', type: 'string' },
        url: { format: 'uri', maxLength: 2083, minLength: 1, type: 'string' },
        every: { format: 'duration', type: 'string' },
        data: { format: 'binary', type: 'string' },
      },
      { required: ['day'] },
    ),
    value: {
      day: '2026-11-18',
      at: '2026-11-18T06:00:00Z',
      id: crypto.randomUUID(),
      url: 'https://example.com/',
      every: 'PT5M',
    },
  },
  {
    name: 'pydantic: tuple[int, str]',
    schema: draft({
      pair: { maxItems: 2, minItems: 2, prefixItems: [{ type: 'integer' }, { type: 'string' }], type: 'array' },
    }),
    value: { pair: [1, 'one'] },
  },
  {
    name: 'pydantic: set of an enum',
    schema: draft({ days: { items: { enum: ['mon', 'tue'], type: 'string' }, type: 'array', uniqueItems: true } }),
    value: { days: ['tue'] },
  },
  {
    name: 'pydantic: Any',
    schema: draft({ value: { title: 'Value' } }, { required: ['value'] }),
    value: { value: 'tea' },
  },
  { name: 'pydantic: Any, a list', schema: draft({ value: { title: 'Value' } }), value: { value: [1] }, json: 1 },
  { name: 'pydantic: no arguments', schema: draft({}), value: {} },
]
