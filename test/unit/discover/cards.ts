/** A card that uses every member of the specification. */
import type { ServerCard } from '../../../src/discover/index.ts'

export const fullCard: ServerCard = {
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: 'com.example/weather',
  version: '2.1.0-alpha',
  description: 'Tells the weather',
  title: 'Weather',
  websiteUrl: 'https://example.com/weather',
  repository: { url: 'https://github.com/example/weather', source: 'github', subfolder: 'server', id: '7' },
  icons: [{ src: 'https://example.com/icon.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }],
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{tenant}.example.com/mcp',
      variables: { tenant: { description: 'Your tenant', isRequired: true, default: 'default' } },
      headers: [
        {
          name: 'Authorization',
          description: 'A token',
          isRequired: true,
          isSecret: true,
          value: 'Bearer {token}',
          variables: { token: { isRequired: true, isSecret: true, format: 'string', placeholder: 're_…' } },
        },
        { name: 'X-Region', default: 'eu', choices: ['eu', 'us'] },
      ],
      supportedProtocolVersions: ['2025-06-18', '2025-11-25'],
    },
    { type: 'sse', url: '{base}/sse' },
  ],
  _meta: { 'com.example/more': { anything: [1] } },
}
