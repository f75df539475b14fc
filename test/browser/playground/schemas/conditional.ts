/** Input schemas whose fields depend on each other: if, dependentRequired, dependentSchemas and not. */
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { SchemaCase } from './schema-case.ts'

const text = { type: 'string' }

export const conditionalSchemas: SchemaCase[] = [
  {
    name: 'conditions: another pattern for each country',
    schema: {
      type: 'object',
      properties: { country: { enum: ['US', 'NL'], default: 'US' }, postcode: { type: 'string', title: 'Post code' } },
      if: { properties: { country: { const: 'US' } }, required: ['country'] },
      then: { properties: { postcode: { pattern: '^[0-9]{5}$' } } },
      else: { properties: { postcode: { pattern: '^[0-9]{4} [A-Z]{2}$' } } },
    },
    value: { country: 'NL', postcode: '1012 AB' },
    wrong: [
      [{ country: 'US', postcode: '1012 AB' }, /postcode Must match \^\[0-9\]\{5\}/],
      [{ country: 'NL', postcode: '90210' }, /postcode Must match .*A-Z/],
    ],
  },
  {
    name: 'conditions: fields of the chosen kind, as a list of if and then',
    schema: {
      type: 'object',
      properties: { kind: { enum: ['mail', 'call'] } },
      required: ['kind'],
      allOf: [
        {
          if: { properties: { kind: { const: 'mail' } }, required: ['kind'] },
          then: { properties: { address: { type: 'string', format: 'email' } }, required: ['address'] },
        },
        {
          if: { properties: { kind: { const: 'call' } }, required: ['kind'] },
          then: { properties: { number: text, at: { type: 'integer' } }, required: ['number'] },
        },
      ],
    },
    value: { kind: 'call', number: '+49 30', at: 9 },
    wrong: [
      [{ kind: 'mail' }, /^address Required/],
      [{ kind: 'call', at: 9 }, /^number Required/],
    ],
  },
  {
    name: 'conditions: else, and a condition in a condition',
    schema: {
      type: 'object',
      properties: { all: { type: 'boolean' } },
      if: { properties: { all: { const: true } }, required: ['all'] },
      else: {
        properties: { first: { type: 'integer' }, how: { enum: ['newest', 'oldest'] } },
        required: ['first'],
        if: { properties: { first: { exclusiveMinimum: 100 } }, required: ['first'] },
        then: { properties: { reason: text }, required: ['reason'] },
      },
    },
    value: { all: false, first: 101, reason: 'a report' },
    wrong: [
      [{ all: false }, /^first Required/],
      [{ all: false, first: 101 }, /^reason Required/],
    ],
  },
  {
    name: 'conditions: dependentRequired both ways',
    schema: {
      type: 'object',
      properties: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
      dependentRequired: { from: ['to'], to: ['from'] },
    },
    value: { from: '2026-01-01', to: '2026-02-01' },
    wrong: [[{ from: '2026-01-01' }, /^to Required/]],
  },
  {
    name: 'conditions: dependentSchemas',
    schema: {
      type: 'object',
      properties: { card: text },
      dependentSchemas: {
        card: { properties: { billing: { $ref: '#/$defs/address' } }, required: ['billing'] },
      },
      $defs: { address: { type: 'object', properties: { street: text }, required: ['street'] } },
    },
    value: { card: '4111', billing: { street: 'A' } },
    wrong: [
      [{ card: '4111' }, /^billing Required/],
      [{ card: '4111', billing: {} }, /^billing.street Required/],
    ],
  },
  {
    name: 'draft-07: dependencies of both kinds',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { user: text, password: text, proxy: text },
      dependencies: { user: ['password'], proxy: { properties: { port: { type: 'integer' } }, required: ['port'] } },
    },
    value: { user: 'a', password: 'b', proxy: 'c', port: 8080 },
    wrong: [
      [{ user: 'a' }, /^password Required/],
      [{ proxy: 'c' }, /^port Required/],
    ],
  },
  {
    name: 'conditions: not together',
    schema: { type: 'object', properties: { id: text, query: text }, not: { required: ['id', 'query'] } },
    value: { id: '7' },
    wrong: [[{ id: '7', query: 'x' }, /id and query cannot be given together/]],
  },
  {
    name: 'conditions: a value that is not allowed',
    schema: { type: 'object', properties: { name: { type: 'string', not: { enum: ['root', 'admin'] } } } },
    value: { name: 'ada' },
    wrong: [[{ name: 'root' }, /name cannot be "root" or "admin"/]],
  },
  {
    name: 'conditions: a field that goes away',
    schema: {
      type: 'object',
      properties: { mode: { enum: ['plain', 'rich'] }, colour: text },
      if: { properties: { mode: { const: 'plain' } }, required: ['mode'] },
      then: { properties: { colour: false } },
    },
    value: { mode: 'rich', colour: 'red' },
    wrong: [[{ mode: 'plain', colour: 'red' }, /colour cannot be given here/]],
  },
  {
    name: 'conditions: one of two names, not both',
    schema: {
      type: 'object',
      properties: { path: text, url: text },
      oneOf: [{ required: ['path'] }, { required: ['url'] }],
    },
    value: { url: 'https://example.com' },
    wrong: [
      [{}, /^One of these is required: path, or url/],
      [{ path: 'a', url: 'b' }, /^Only one of path, url can be given/],
    ],
  },
  {
    name: 'conditions: a required name that is declared nowhere',
    schema: {
      type: 'object',
      properties: { a: text },
      dependentRequired: { a: ['b'] },
    },
    value: { a: 'x', b: 'y' },
    wrong: [[{ a: 'x' }, /^b Required/]],
  },
  {
    name: 'conditions: a rule that this page does not understand',
    schema: {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'integer' } } },
      not: { unevaluatedProperties: { type: 'boolean' } },
    },
    value: { list: [1, 2] },
  },
]
