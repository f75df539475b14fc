/** The JSON Schema of server cards (SEP-2127, `schema.json` of its repository), without its texts. */

const string = { type: 'string' }
const strings = { type: 'array', items: string }
const flag = { type: 'boolean' }
const closed = (properties: object, ...required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
})

const input = {
  choices: strings,
  default: string,
  description: string,
  format: { enum: ['boolean', 'filepath', 'number', 'string'], type: 'string' },
  isRequired: flag,
  isSecret: flag,
  placeholder: string,
  value: string,
}
const variables = { type: 'object', additionalProperties: closed(input) }

export const officialSchema = closed(
  {
    $schema: {
      ...string,
      // The repository has v2, and what is published v1.
      pattern: '^https://static\\.modelcontextprotocol\\.io/schemas/v[12]/server-card\\.schema\\.json$',
    },
    _meta: { type: 'object' },
    description: { ...string, maxLength: 100, minLength: 1 },
    icons: {
      type: 'array',
      items: closed(
        { mimeType: string, sizes: strings, src: { ...string, format: 'uri' }, theme: { enum: ['dark', 'light'] } },
        'src',
      ),
    },
    name: { ...string, maxLength: 200, minLength: 3, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    remotes: {
      type: 'array',
      items: closed(
        {
          headers: { type: 'array', items: closed({ ...input, name: string, variables }, 'name') },
          supportedProtocolVersions: strings,
          type: { enum: ['sse', 'streamable-http'], type: 'string' },
          url: { ...string, pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' },
          variables,
        },
        'type',
        'url',
      ),
    },
    repository: closed(
      { id: string, source: string, subfolder: string, url: { ...string, format: 'uri' } },
      'source',
      'url',
    ),
    title: { ...string, maxLength: 100, minLength: 1 },
    version: { ...string, maxLength: 255 },
    websiteUrl: { ...string, format: 'uri' },
  },
  '$schema',
  'description',
  'name',
  'version',
)
