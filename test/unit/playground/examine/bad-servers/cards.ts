/** Servers whose card is wrong. */
import type { DiscoveryConfig } from '../../../../../src/testing/index.ts'
import { alter, type Sent } from '../examined.ts'
import type { BadServer } from './bad-server.ts'

const publishing = (discovery: DiscoveryConfig) => ({ versions: ['2025-11-25', '2025-06-18'] as const, discovery })

const toCard = (headers: Record<string, string | null>) => () => (sent: Sent) =>
  sent.url.endsWith('/server-card') ? alter(sent.pass(), { headers }) : undefined

export const cards: readonly BadServer[] = [
  {
    check: 'card-shape',
    name: 'has a card without a version',
    verdict: 'problem',
    says: /^card\.version is missing\.$/,
    options: publishing({ card: { version: null } }),
  },
  {
    check: 'card-shape',
    name: 'has an icon with scripts in its card',
    verdict: 'problem',
    says: /card\.icons\[0\]\.src is not valid/,
    options: publishing({ card: { icons: [{ src: 'data:image/svg+xml,<svg onload="x()"/>' }] } }),
  },
  {
    check: 'card-shape',
    name: 'has the document of the registry as its card',
    verdict: 'problem',
    says: /card\.\$schema is not valid/,
    options: publishing({
      card: { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    }),
  },
  {
    check: 'card-shape',
    name: 'has members of its own in its card',
    verdict: 'warning',
    says: /^card\.tools is not specified\.$/,
    options: publishing({ card: { tools: [] } }),
  },
  {
    check: 'card-shape',
    name: 'serves its card as JSON of any kind',
    verdict: 'warning',
    says: /the content type "application\/json"/,
    options: publishing({ card: true }),
    misbehave: toCard({ 'content-type': 'application/json' }),
  },
  {
    check: 'card-cors',
    name: 'keeps its card from pages',
    verdict: 'problem',
    says: /GET was answered with HTTP 200 without Access-Control-Allow-Origin/,
    options: publishing({ card: true }),
    misbehave: toCard({ 'access-control-allow-origin': null }),
    isOutsideOfPages: true,
  },
  {
    check: 'card-caching',
    name: 'forbids to keep its card',
    verdict: 'warning',
    says: /^Cache-Control: no-store\.$/,
    options: publishing({ card: true, cacheControl: 'no-store' }),
  },
  {
    check: 'card-caching',
    name: 'does not say for how long its card can be kept',
    verdict: 'warning',
    says: /neither Cache-Control nor an ETag/,
    options: publishing({ card: true }),
    misbehave: toCard({ 'cache-control': null, etag: null }),
    isOutsideOfPages: true,
  },
  {
    check: 'card-caching',
    name: 'may have an ETag that the page does not see',
    verdict: 'could not tell',
    says: /may not see an ETag/,
    options: publishing({ card: true }),
    misbehave: toCard({ 'cache-control': null }),
  },
  {
    check: 'card-agreement',
    name: 'has another name in its card',
    verdict: 'warning',
    says: /The card says name "com\.example\/other", the server "mock"\./,
    options: publishing({ card: { name: 'com.example/other' } }),
  },
  {
    check: 'card-agreement',
    name: 'has another version in its card',
    verdict: 'warning',
    says: /^The card says version "0\.0\.7", the server "[\d.]+"\.$/,
    options: publishing({ card: { version: '0.0.7' } }),
  },
  {
    check: 'card-agreement',
    name: 'claims a revision in its card that it does not speak',
    verdict: 'warning',
    says: /supportedProtocolVersions \["2026-07-28","2025-11-25"\], the server "2025-11-25"/,
    options: publishing({
      card: {
        remotes: [
          {
            type: 'streamable-http',
            url: 'https://mock.example/mcp',
            supportedProtocolVersions: ['2026-07-28', '2025-11-25'],
          },
        ],
      },
    }),
  },
  {
    check: 'card-agreement',
    name: 'names another transport in its card',
    verdict: 'warning',
    says: /The card says type "sse", the server "streamable-http"/,
    options: publishing({ card: { remotes: [{ type: 'sse', url: 'https://mock.example/mcp' }] } }),
  },
]
