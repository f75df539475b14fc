/** Tools with special input schemas: the full 2020-12 vocabulary, and parameters mirrored into HTTP headers. */
import { text } from '../../../../src/testing/features/content.ts'
import type { Schema } from '../../../../src/testing/features/json-schema.ts'
import { input, type Tool } from '../../../../src/testing/features/tool.ts'

const CONTACT: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'address',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    channel: { enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { channel: { const: 'phone' } }, required: ['channel'] },
  // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

export const schemaTools: Tool[] = [
  {
    name: 'json_schema_2020_12_tool',
    description: 'Takes a contact, described with composition, conditions, definitions and anchors',
    inputSchema: CONTACT,
    run: ({ arguments: contact }) => ({ content: [text(JSON.stringify(contact))] }),
  },
  {
    name: 'region',
    description: 'Returns its arguments; all but `query` are mirrored into headers',
    inputSchema: input({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      priority: { type: 'integer', 'x-mcp-header': 'Priority' },
      dryRun: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
      tenant: { type: 'object', properties: { id: { type: 'string', 'x-mcp-header': 'Tenant-Id' } } },
      query: { type: 'string' },
    }),
    annotations: { readOnlyHint: true },
    run: ({ arguments: args }) => ({ content: [text(JSON.stringify(args))] }),
  },
]
