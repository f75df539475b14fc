/** Frameworks for servers, each used as its README has it. */
import { echo, type WideMode } from './wide-mode.ts'

const SDK = '@modelcontextprotocol/sdk@1.32.2'
const ZOD = 'zod@4.6.7'
const HONO = ['hono@4.13.18', '@hono/node-server@2.1.8']

/** Modes with the same list share one installation. */
const fastmcp = (version: string) => [`fastmcp@${version}`, ZOD]
const fastmcp3 = fastmcp('3.35.0')
const fastmcps = ['4.0.2', '4.20.16'].map((version) => [version, fastmcp(version)] as const)
const honos = ['0.1.5', '0.3.2'].map(
  (version) => [version, [`@hono/mcp@${version}`, ...HONO, SDK, ZOD, 'hono-rate-limiter@0.5.3']] as const,
)
const tmcp = ['tmcp@1.20.0', '@tmcp/transport-http@0.9.0', '@tmcp/transport-sse@0.6.0', ...HONO]
const mastra = ['@mastra/mcp@1.18.0', '@mastra/core@1.71.0', ZOD]
const framework = ['mcp-framework@0.2.22', 'zod@3.25.76']
const nest = ['@rekog/mcp-nest@2.0.5', ...nestPackages(), SDK, ZOD]
const nest1 = ['@rekog/mcp-nest@1.9.11', ...nestPackages(), '@modelcontextprotocol/sdk@1.25.3', ZOD]
const fastify = ['fastify-mcp@3.0.0', 'fastify@5.12.8', SDK, ZOD]
const handler = ['mcp-handler@2.3.0', ...HONO, SDK, ZOD]

function nestPackages(): string[] {
  const own = ['core', 'common', 'platform-express'].map((name) => `@nestjs/${name}@11.2.10`)
  return [...own, '@nestjs/microservices@11.2.6', 'reflect-metadata@0.2.2', 'rxjs@7.8.2']
}

export const frameworkModes: readonly WideMode[] = [
  ...fastmcps.flatMap(([version, packages]) =>
    ['sessions', 'stateless', 'HTTP+SSE'].map(
      (way): WideMode => ({
        name: `fastmcp ${version}, ${way}`,
        packages,
        args: ['fastmcp.mjs', '{port}', ...(way === 'stateless' ? [way] : [])],
        path: way === 'HTTP+SSE' ? '/sse' : '/mcp',
        call: echo,
      }),
    ),
  ),
  ...['sessions', 'stateless'].map(
    (way): WideMode => ({
      name: `fastmcp 3.35.0, ${way}`,
      packages: fastmcp3,
      args: ['fastmcp.mjs', '{port}', ...(way === 'stateless' ? [way] : [])],
      path: '/mcp',
      call: echo,
    }),
  ),
  ...honos.flatMap(([version, packages]) =>
    ['readme', 'sessions', 'one-session'].map(
      (way): WideMode => ({
        name: `@hono/mcp ${version}, ${way}`,
        packages,
        args: ['hono.mjs', way, '{port}'],
        path: '/mcp',
        call: echo,
      }),
    ),
  ),
  { name: 'tmcp 1.20.0', packages: tmcp, args: ['tmcp.mjs', '{port}'], path: '/mcp', call: ['hello', {}] },
  { name: 'tmcp 1.20.0, HTTP+SSE', packages: tmcp, args: ['tmcp.mjs', '{port}'], path: '/sse', call: ['hello', {}] },
  ...['http', 'serverless', 'sse'].map(
    (way): WideMode => ({
      name: `Mastra 1.18.0, ${way}`,
      packages: mastra,
      args: ['mastra.mjs', way, '{port}'],
      path: way === 'sse' ? '/sse' : '/mcp',
      call: echo,
    }),
  ),
  ...['batch', 'stream'].map(
    (way): WideMode => ({
      name: `mcp-framework 0.2.22, ${way}`,
      packages: framework,
      args: ['mcp-framework.mjs', 'http-stream', way, '{port}'],
      path: '/mcp',
      call: echo,
    }),
  ),
  {
    name: 'mcp-framework 0.2.22, HTTP+SSE',
    packages: framework,
    args: ['mcp-framework.mjs', 'sse', '-', '{port}'],
    path: '/sse',
    call: echo,
  },
  {
    name: 'LiteMCP 0.9.0, HTTP+SSE',
    packages: ['litemcp@0.9.0', 'zod@3.25.76'],
    args: ['litemcp.mjs', '{port}'],
    path: '/sse',
    call: echo,
  },
  { name: 'mcp-nest 2.0.5', packages: nest, args: ['mcp-nest.mjs', '{port}'], path: '/mcp', call: echo },
  {
    name: 'mcp-nest 2.0.5, stateless',
    packages: nest,
    args: ['mcp-nest.mjs', '{port}', 'stateless'],
    path: '/mcp',
    call: echo,
  },
  { name: 'mcp-nest 1.9.11', packages: nest1, args: ['mcp-nest-1.mjs', '{port}'], path: '/mcp', call: echo },
  { name: 'mcp-nest 1.9.11, HTTP+SSE', packages: nest1, args: ['mcp-nest-1.mjs', '{port}'], path: '/sse', call: echo },
  ...['stateful', 'stateless'].map(
    (way): WideMode => ({
      name: `fastify-mcp 3.0.0, ${way}`,
      packages: fastify,
      args: ['fastify.mjs', way, '{port}'],
      path: '/mcp',
      call: echo,
    }),
  ),
  { name: 'mcp-handler 2.3.0', packages: handler, args: ['mcp-handler.mjs', '{port}'], path: '/mcp', call: echo },
]
