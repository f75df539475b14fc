/** Input schemas as TypeBox and Effect write them. */
import type { SchemaCase } from './schema-case.ts'

export const typeBoxAndEffectSchemas: SchemaCase[] = [
  {
    name: 'TypeBox: object with optional members',
    schema: {
      type: 'object',
      required: ['path'],
      properties: { path: { type: 'string', minLength: 1 }, recursive: { type: 'boolean', default: false } },
    },
    value: { path: '/tmp', recursive: true },
  },
  {
    name: 'TypeBox: union of literals',
    schema: {
      type: 'object',
      required: ['mode'],
      properties: {
        mode: {
          anyOf: [
            { const: 'read', type: 'string' },
            { const: 'write', type: 'string' },
          ],
        },
      },
    },
    value: { mode: 'write' },
  },
  {
    name: 'TypeBox: tuple',
    schema: {
      type: 'object',
      properties: {
        range: {
          type: 'array',
          items: [{ type: 'number' }, { type: 'number' }],
          additionalItems: false,
          minItems: 2,
          maxItems: 2,
        },
      },
    },
    value: { range: [0, 1.5] },
  },
  {
    name: 'TypeBox: record by a pattern',
    schema: {
      type: 'object',
      properties: { headers: { type: 'object', patternProperties: { '^(.*)$': { type: 'string' } } } },
    },
    value: { headers: { accept: 'text/plain' } },
  },
  {
    name: 'TypeBox: Type.Recursive',
    schema: {
      type: 'object',
      required: ['tree'],
      properties: { tree: { $ref: 'Node' } },
      $defs: {
        Node: {
          $id: 'Node',
          type: 'object',
          required: ['id', 'nodes'],
          properties: { id: { type: 'string' }, nodes: { type: 'array', items: { $ref: 'Node' } } },
        },
      },
    },
    value: { tree: { id: 'a', nodes: [{ id: 'b', nodes: [] }] } },
  },
  {
    name: 'TypeBox: intersection at the top',
    schema: {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'integer', exclusiveMinimum: 0 } } },
      ],
    },
    value: { a: 'x', b: 1 },
  },
  {
    name: 'TypeBox: template literal as a pattern',
    schema: { type: 'object', properties: { version: { type: 'string', pattern: '^v(0|[1-9][0-9]*)$' } } },
    value: { version: 'v12' },
  },
  {
    name: 'TypeBox: Type.Unknown and Type.Null',
    schema: { type: 'object', properties: { anything: {}, nothing: { type: 'null' } }, required: ['nothing'] },
    value: { anything: 1.5, nothing: null },
  },
  {
    name: 'Effect: Struct with annotations',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string', title: 'nonEmptyString', description: 'a non empty string', minLength: 1 },
        days: { type: 'integer', description: 'an integer', title: 'int' },
      },
      additionalProperties: false,
    },
    value: { city: 'Ulm', days: 3 },
  },
  {
    name: 'Effect: NullOr and OptionFromNullOr',
    schema: {
      type: 'object',
      required: ['a'],
      properties: { a: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
      additionalProperties: false,
    },
    value: { a: null },
  },
  {
    name: 'Effect: Literal of several',
    schema: {
      type: 'object',
      required: ['l'],
      properties: { l: { type: 'string', enum: ['a', 'b'] } },
      additionalProperties: false,
    },
    value: { l: 'b' },
  },
  {
    name: 'Effect: suspended class by $defs',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/$defs/Expression',
      $defs: {
        Expression: {
          type: 'object',
          required: ['type', 'value'],
          properties: {
            type: { type: 'string', enum: ['expression'] },
            value: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/Operation' }] },
          },
          additionalProperties: false,
        },
        Operation: {
          type: 'object',
          required: ['type', 'left'],
          properties: { type: { type: 'string', enum: ['operation'] }, left: { $ref: '#/$defs/Expression' } },
          additionalProperties: false,
        },
      },
    },
    value: { type: 'expression', value: { type: 'operation', left: { type: 'expression', value: 1 } } },
  },
  {
    name: 'Effect: Schema.Unknown and Schema.Object',
    schema: {
      type: 'object',
      required: ['u', 'o'],
      properties: {
        u: { $id: '/schemas/unknown', title: 'unknown' },
        o: {
          $id: '/schemas/object',
          anyOf: [{ type: 'object' }, { type: 'array' }],
          description: 'an object in the TypeScript meaning',
        },
      },
      additionalProperties: false,
    },
    value: { u: 'x', o: { a: 'b' } },
  },
  {
    name: 'Effect: TemplateLiteral and Date',
    schema: {
      type: 'object',
      required: ['at'],
      properties: { at: { $ref: '#/$defs/Date' }, key: { type: 'string', pattern: '^a.*b$' } },
      $defs: { Date: { type: 'string', description: 'a string to be decoded into a Date' } },
    },
    value: { at: '2026-11-18', key: 'a-b' },
  },
]
