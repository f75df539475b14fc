/** Gateways that put servers of standard input and output on HTTP. */
import { echo, type WideMode } from './wide-mode.ts'

const SDK = '@modelcontextprotocol/sdk@1.29.0'
const node = `"${process.execPath}"`

function supergateway(version: string, way: string, stdio = 'stdio.mjs', more: string[] = [], call = echo): WideMode {
  const output = { sse: ['sse'], stateless: ['streamableHttp'], stateful: ['streamableHttp', '--stateful'] }[way]!
  return {
    name: `supergateway ${version}, ${way}${stdio === 'stdio.mjs' ? '' : `, ${more[0]}`}`,
    packages: [`supergateway@${version}`, SDK, ...more],
    args: [
      'node_modules/supergateway/dist/index.js',
      ...['--stdio', `${node} ${stdio}`, '--port', '{port}'],
      ...(version < '2.8' ? [] : ['--outputTransport', ...output]),
    ],
    path: way === 'sse' ? '/sse' : '/mcp',
    call,
  }
}

function mcpProxy(version: string, way: string, stdio = 'stdio.mjs', more: string[] = [], call = echo): WideMode {
  const server = way === 'stateless' ? ['stream', '--stateless'] : [way]
  return {
    name: `mcp-proxy ${version}, ${way}${stdio === 'stdio.mjs' ? '' : `, ${more[0]}`}`,
    packages: [`mcp-proxy@${version}`, SDK, ...more],
    args: [
      `node_modules/mcp-proxy/dist/bin/mcp-proxy.${version < '5.12' ? 'js' : 'mjs'}`,
      '--port',
      '{port}',
      '--server',
      ...server,
      '--',
      process.execPath,
      stdio,
    ],
    path: way === 'sse' ? '/sse' : '/mcp',
    call,
  }
}

const OFFICIAL = 'node_modules/@modelcontextprotocol'
const filesystem = [
  `${OFFICIAL}/server-filesystem/dist/index.js .`,
  ['@modelcontextprotocol/server-filesystem@2026.8.31'],
] as const
const memory = [`${OFFICIAL}/server-memory/dist/index.js`, ['@modelcontextprotocol/server-memory@2026.8.31']] as const
const thinking = [
  `${OFFICIAL}/server-sequential-thinking/dist/index.js`,
  ['@modelcontextprotocol/server-sequential-thinking@2026.8.31'],
] as const

const listing: [string, Record<string, unknown>] = ['list_allowed_directories', {}]
const graph: [string, Record<string, unknown>] = ['read_graph', {}]
const thought: [string, Record<string, unknown>] = [
  'sequentialthinking',
  { thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
]

export const gatewayModes: readonly WideMode[] = [
  ...['2.1.0', '2.7.0', '2.8.3', '3.0.1', '3.4.3', '4.0.0'].map((version) => supergateway(version, 'sse')),
  ...['3.4.0', '3.4.3', '4.0.0'].map((version) => supergateway(version, 'stateful')),
  ...['3.4.0', '3.4.3', '4.0.0'].map((version) => supergateway(version, 'stateless')),
  ...['6.7.19', '6.4.6', '6.1.10'].flatMap((version) =>
    ['stream', 'sse', 'stateless'].map((way) => mcpProxy(version, way)),
  ),
  supergateway('4.0.0', 'stateful', filesystem[0], [...filesystem[1]], listing),
  supergateway('4.0.0', 'stateful', memory[0], [...memory[1]], graph),
  supergateway('3.4.3', 'stateful', thinking[0], [...thinking[1]], thought),
  supergateway('3.4.3', 'sse', memory[0], [...memory[1]], graph),
  mcpProxy('6.7.19', 'stream', memory[0], [...memory[1]], graph),
  mcpProxy('6.7.19', 'sse', thinking[0], [...thinking[1]], thought),
]
