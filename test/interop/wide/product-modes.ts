/** Servers of products, as they are started by their users; no call leaves this machine, so only their tools are listed. */
import type { WideMode } from './wide-mode.ts'

const kubernetes = ['mcp-server-kubernetes@4.1.7']
const figma = ['figma-developer-mcp@0.13.2']

export const productModes: readonly WideMode[] = [
  {
    name: 'Notion 2.5.2',
    packages: ['@notionhq/notion-mcp-server@2.5.2'],
    args: [
      'node_modules/@notionhq/notion-mcp-server/bin/cli.mjs',
      '--transport',
      'http',
      '--port',
      '{port}',
      '--disable-auth',
    ],
    env: { NOTION_TOKEN: 'ntn_none' },
    path: '/mcp',
  },
  {
    name: 'Brave Search 2.1.4',
    packages: ['@brave/brave-search-mcp-server@2.1.4'],
    args: ['node_modules/@brave/brave-search-mcp-server/dist/index.js', '--transport', 'http', '--port', '{port}'],
    env: { BRAVE_API_KEY: 'none' },
    path: '/mcp',
  },
  {
    name: 'Brave Search 2.1.4, stateless',
    packages: ['@brave/brave-search-mcp-server@2.1.4'],
    args: ['node_modules/@brave/brave-search-mcp-server/dist/index.js', '--transport', 'http', '--port', '{port}'],
    env: { BRAVE_API_KEY: 'none', BRAVE_MCP_STATELESS: 'true' },
    path: '/mcp',
  },
  {
    name: 'Context7 4.1.1',
    packages: ['@upstash/context7-mcp@4.1.1'],
    args: ['node_modules/@upstash/context7-mcp/dist/index.js', '--transport', 'http', '--port', '{port}'],
    path: '/mcp',
  },
  {
    name: 'Playwright 0.0.83',
    packages: ['@playwright/mcp@0.0.83'],
    args: ['node_modules/@playwright/mcp/cli.js', '--headless', '--port', '{port}', '--allowed-hosts', '*'],
    path: '/mcp',
  },
  {
    name: 'Playwright 0.0.83, HTTP+SSE',
    packages: ['@playwright/mcp@0.0.83'],
    args: ['node_modules/@playwright/mcp/cli.js', '--headless', '--port', '{port}', '--allowed-hosts', '*'],
    path: '/sse',
  },
  {
    name: 'Kubernetes 4.1.7',
    packages: kubernetes,
    args: ['node_modules/mcp-server-kubernetes/dist/index.js'],
    env: { ENABLE_UNSAFE_STREAMABLE_HTTP_TRANSPORT: '1', PORT: '{port}' },
    path: '/mcp',
  },
  {
    name: 'Kubernetes 4.1.7, HTTP+SSE',
    packages: kubernetes,
    args: ['node_modules/mcp-server-kubernetes/dist/index.js'],
    env: { ENABLE_UNSAFE_SSE_TRANSPORT: '1', PORT: '{port}' },
    path: '/sse',
  },
  {
    name: 'MongoDB 3.0.4',
    packages: ['mongodb-mcp-server@3.0.4'],
    args: [
      'node_modules/mongodb-mcp-server/dist/esm/index.js',
      '--transport',
      'http',
      '--httpPort',
      '{port}',
      '--telemetry',
      'disabled',
    ],
    path: '/mcp',
  },
  {
    name: 'Figma 0.13.2',
    packages: figma,
    args: [
      'node_modules/figma-developer-mcp/dist/bin.js',
      '--figma-api-key',
      'none',
      '--no-telemetry',
      '--port',
      '{port}',
    ],
    path: '/mcp',
  },
  {
    name: 'Figma 0.13.2, HTTP+SSE',
    packages: figma,
    args: [
      'node_modules/figma-developer-mcp/dist/bin.js',
      '--figma-api-key',
      'none',
      '--no-telemetry',
      '--port',
      '{port}',
    ],
    path: '/sse',
  },
  {
    name: 'Firecrawl 3.26.0',
    packages: ['firecrawl-mcp@3.26.0'],
    args: ['node_modules/firecrawl-mcp/dist/index.js'],
    env: { HTTP_STREAMABLE_SERVER: 'true', FIRECRAWL_API_KEY: 'fc-none', PORT: '{port}', HOST: '127.0.0.1' },
    path: '/mcp',
  },
  ...['2025.7.29', '2025.11.25', '2026.1.26'].flatMap((version) =>
    (['streamableHttp', 'sse'] as const).map(
      (way): WideMode => ({
        name: `server-everything ${version}, ${way}`,
        packages: [`@modelcontextprotocol/server-everything@${version}`],
        args: ['node_modules/@modelcontextprotocol/server-everything/dist/index.js', way],
        env: { PORT: '{port}' },
        path: way === 'sse' ? '/sse' : '/mcp',
        call: ['echo', { message: 'hello' }],
      }),
    ),
  ),
]
